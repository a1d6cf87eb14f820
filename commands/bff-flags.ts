/**
 * Node flags for the BFF. New objects may take up to 32 MB instead of Node's 16, because a read allocates about 80 kB
 * of them. Compared with 8 MB this saves about 5 per cent CPU per read, and costs 8 MB more at rest and up to 100 MB
 * more under load. A start with 4 MB keeps fewer objects from startup: 4 MB less at rest than without this flag.
 * deploy/ has the same flags.
 */
export const BFF_FLAGS: readonly string[] = ['--max-semi-space-size=32', '--min-semi-space-size=4'];
