/**
 * Node flags for the BFF: up to 32 MB for new objects, where Node takes 16; a read makes some 80 kB of them. Beside 8 MB
 * that is some 5 per cent less CPU a read, for 8 MB more at rest and up to 100 MB more under load. With 4 MB from the
 * beginning, fewer objects of the start outlive it: four MB less at rest than without. The flags of deploy/ are the same.
 */
export const BFF_FLAGS: readonly string[] = ['--max-semi-space-size=32', '--min-semi-space-size=4'];
