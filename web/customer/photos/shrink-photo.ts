const LONGEST_SIDE = 2560;
const QUALITY = 0.8;
/** A screenshot or scan up to this size is sent unchanged: JPEG would blur its lines. */
const SMALL_BYTES = 2 * 1024 * 1024;

interface ReadyPhoto {
  blob: Blob;
  /** File name whose extension matches the content. */
  name: string;
}

/**
 * Prepares a photo for sending: longest side 2560 px, upright, without EXIF and location, which a canvas drops. Formats
 * that this browser cannot decode, such as HEIC in most, are sent unchanged.
 */
export async function shrinkPhoto(file: Blob, name: string): Promise<ReadyPhoto> {
  if (!file.type.startsWith('image/')) return { blob: file, name };
  const picture = await decoded(file);
  if (!picture) return { blob: file, name };
  try {
    const { width, height } = picture;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
    if (scale === 1 && file.size <= SMALL_BYTES && /png|webp/.test(file.type)) return { blob: file, name };
    const blob = await drawn(picture, Math.round(width * scale), Math.round(height * scale));
    return blob ? { blob, name: `${name.replace(/\.\w{1,5}$/, '')}.jpg` } : { blob: file, name };
  } finally {
    picture.close();
  }
}

/** Null if the browser cannot decode it: the server then reports the problem. */
async function decoded(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return decodedAsImage(file);
  }
}

/** Older Safari decodes HEIC only in an image element. */
async function decodedAsImage(file: Blob): Promise<ImageBitmap | null> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return await createImageBitmap(image);
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

async function drawn(picture: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const surface = canvas.getContext('2d');
  if (!surface) return null;
  // JPEG has no transparency: paint white first, because a canvas would turn it black.
  surface.fillStyle = '#fff';
  surface.fillRect(0, 0, width, height);
  surface.drawImage(picture, 0, 0, width, height);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  // Safari frees a canvas late, and limits the memory of all of them together.
  canvas.width = 0;
  return jpeg;
}

/** The accepted types (decision C7), for file pickers; some phones report no type, so extensions are listed too. */
export const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'application/pdf'];
const EXTENSIONS = /\.(jpe?g|png|webp|hei[cf]|pdf)$/i;

export function isAccepted({ type, name }: { type: string; name: string }) {
  return type === '' ? EXTENSIONS.test(name) : ACCEPTED.includes(type);
}
