/** A file made by the server, with its suggested name. */
export interface ReceivedFile {
  name: string;
  content: Blob;
}

export async function receivedFile(response: Response): Promise<ReceivedFile> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'bestand', content: await response.blob() };
}

const KEPT_MS = 60_000;

export function saveFile({ name, content }: ReceivedFile) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Safari asks the user first and reads the content only afterwards.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
