/** The disk did not take what must be kept. Its message says so in words a person can act on; whoever meets it passes it on. */
export class DiskRefusal extends Error {}
