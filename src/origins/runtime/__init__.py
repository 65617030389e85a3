"""What runs the work, and cannot change a number: jobs, threads, locks, machines, manifests."""
