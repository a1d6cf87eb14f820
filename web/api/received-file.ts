/** A file that the server made, under the name that it gave. */
export interface ReceivedFile {
  name: string;
  content: Blob;
}

export async function receivedFile(response: Response): Promise<ReceivedFile> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'bestand', content: await response.blob() };
}
