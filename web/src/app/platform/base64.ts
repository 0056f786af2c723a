/** For bridges that carry text only. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // A call takes so many arguments and no more.
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}
