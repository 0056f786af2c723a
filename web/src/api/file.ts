/** Files on their way to the server. */

/** As the server takes them: under 10,485,760 bytes. */
export const fileRules = { accept: ['.pdf', '.doc', '.docx'], maxBytes: 10_485_760 };

/** The bytes of a file in base64, as `fileString` carries them. */
export async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  const piece = 0x8000;
  for (let at = 0; at < bytes.length; at += piece) binary += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(binary);
}
