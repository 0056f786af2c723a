/** What `fetch` cannot do: tell how much of a body has left. Otherwise the same, for a request with a text body. */
export function sendWithProgress(
  path: string,
  { method, headers, body }: { method: string; headers: Headers; body: string },
  onProgress: (percent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 100 : (100 * loaded) / total);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError('The request failed.'));
    request.send(body);
  });
}
