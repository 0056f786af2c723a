/** Hands bytes to the person as a file, under a name: through the browser, or through whatever the device has instead. */

type Saver = (file: Blob, fileName: string) => Promise<void> | void;

let saver: Saver = saveThroughBrowser;

export function saveFilesWith(given: Saver): void {
  saver = given;
}

export async function saveFile(file: Blob, fileName: string): Promise<void> {
  await saver(file, fileName);
}

export function saveThroughBrowser(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken hold of it once the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
