"""A real Slurm on this machine, on loopback only. All it writes is in one folder, but for its configuration."""

import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import ExitStack, suppress
from pathlib import Path

CONFIGURATION_FILE = Path("/etc/slurm/slurm.conf")  # Snakemake's jobs look nowhere else
PACKAGES = ["slurmctld", "slurmd", "slurm-client", "munge"]

CONFIGURATION = """\
ClusterName=origins
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
MpiDefault=none
ReturnToService=2
MinJobAge=600
SlurmdTimeout=10
KillWait=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory={memory} State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


class Cluster:
    """One node, one partition. As a context manager it stops what it started, whatever happened."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.cpus = os.cpu_count()
        self.environment = os.environ | {"ORIGINS_SLURM": str(folder)}  # tells our jobs from others
        self._running: dict[str, subprocess.Popen] = {}
        self._cleanup = ExitStack()

    def __enter__(self) -> "Cluster":
        with self._cleanup:  # undone if starting fails half-way
            install()
            self._configure()
            self._cleanup.callback(self._stop)
            munge = self.folder / "munge"
            files = [
                f"--{name}={munge}/{name.split('-')[0]}" for name in ("socket", "key-file", "log-file", "pid-file")
            ]
            self.start("munged", "--foreground", "--force", *files, f"--seed-file={munge}/seed")
            self._wait_for(lambda: (munge / "socket").exists(), "munged")
            self.start("slurmctld", "-D")
            self.start("slurmd", "-D")
            self._wait_for(lambda: self.ask("sinfo", "--noheader", "--format=%T") == "idle", "the node")
            self._cleanup = self._cleanup.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._cleanup.close()

    def start(self, daemon: str, *arguments: str) -> None:
        """Start a daemon in the foreground, as a child: nothing outlives the test."""
        with (self.folder / f"{daemon}.out").open("a") as log:
            pipes = {"stdout": log, "stderr": log, "stdin": subprocess.DEVNULL}
            command = [shutil.which(daemon, path="/usr/sbin:/sbin:/usr/bin:/bin"), *arguments]
            self._running[daemon] = subprocess.Popen(command, env=self.environment, **pipes)

    def kill(self, daemon: str) -> None:
        """SIGKILL to a daemon, and to the steps that it looks after: the node is gone."""
        process = self._running.pop(daemon)
        process.kill()
        process.wait()
        self._kill_steps()

    def ask(self, *command: str) -> str:
        """What a Slurm command says, or nothing if it fails."""
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        return subprocess.run(command, env=self.environment, timeout=60, **pipes).stdout.strip()

    def running(self) -> list[str]:
        """The ids of the jobs that run now."""
        return self.ask("squeue", "--noheader", "--states=RUNNING", "--format=%A").split()

    def steps(self) -> list[int]:
        """The processes of our jobs: the step daemons, and what they run."""
        ours = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                name, environment = (entry / "comm").read_text(), (entry / "environ").read_bytes()
            except OSError:  # it has ended
                continue
            of_job = b"SLURM_JOB_ID=" in environment or name.startswith("slurmstepd")
            if of_job and str(self.folder).encode() in environment:
                ours.append(int(entry.name))
        return ours

    def _kill_steps(self) -> None:
        for step in self.steps():
            with suppress(ProcessLookupError):
                os.kill(step, signal.SIGKILL)

    def _configure(self) -> None:
        for name in ("munge", "state", "spool"):
            (self.folder / name).mkdir(parents=True, mode=0o755)
        key = self.folder / "munge" / "key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        memory = int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 0.9 / 2**20)
        settings = {"host": socket.gethostname(), "ports": free_ports(2), "cpus": self.cpus, "memory": memory}
        assert not CONFIGURATION_FILE.exists(), f"{CONFIGURATION_FILE}: this machine has a Slurm of its own"
        self._cleanup.callback(CONFIGURATION_FILE.unlink)
        CONFIGURATION_FILE.write_text(CONFIGURATION.format(folder=self.folder, **settings))

    def _wait_for(self, condition, what: str, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            said = "\n".join(path.read_text() for path in self.folder.glob("*.out"))
            assert time.monotonic() < deadline, f"{what} did not start within {seconds:.0f} s\n{said}"
            time.sleep(0.2)

    def _stop(self) -> None:
        if "slurmctld" in self._running:
            self.ask("scancel", "--user=root")
        self._kill_steps()
        for process in reversed(self._running.values()):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def install() -> None:
    """Debian's Slurm, unless it is there."""
    if not all(shutil.which(name, path="/usr/sbin:/usr/bin") for name in ("slurmctld", "slurmd", "sbatch", "munged")):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        apt = ["apt-get", "--option=DPkg::Lock::Timeout=120", "--yes", "--quiet"]
        subprocess.run([*apt, "update"], env=environment, check=True)
        subprocess.run([*apt, "install", "--no-install-recommends", *PACKAGES], env=environment, check=True)


def free_ports(number: int) -> list[int]:
    """Ports of the loopback device that nobody listens on."""
    sockets = [socket.socket() for _ in range(number)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
