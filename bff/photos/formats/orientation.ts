const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;
/** Of a block with one entry: header, number of entries, the entry, the place of the next directory. */
const LEAST_BYTES = 26;

/** The orientation (1 to 8) in a TIFF block of EXIF; 1, upright, when it has none. */
export function orientationOf(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 4) === 'II*\0';
  if (tiff.length < LEAST_BYTES || (!little && tiff.toString('latin1', 0, 4) !== 'MM\0*')) return 1;
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const end = Math.min(tiff.length, directory + 2 + short(directory) * ENTRY_BYTES);
  for (let at = directory + 2; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
    if (short(at) !== ORIENTATION_TAG || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** A TIFF block with only the orientation. */
export function orientationTiff(orientation: number): Buffer {
  const tiff = Buffer.alloc(LEAST_BYTES);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
