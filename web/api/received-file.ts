/** A file made by the server, with its suggested name. */
export interface ReceivedFile {
  name: string;
  content: Blob;
}

export async function receivedFile(response: Response): Promise<ReceivedFile> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'bestand', content: await response.blob() };
}
