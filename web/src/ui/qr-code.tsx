// A QR code someone else has drawn, as one path over a square of modules. Dark on white in both themes, with the quiet
// zone of four modules that cameras need.
const quiet = 4;

export interface QrCodeProps {
  /** SVG path data; one unit is one module. */
  path: string;
  /** Modules along one side. */
  size: number;
  label: string;
}

export function QrCode({ path, size, label }: QrCodeProps) {
  const side = size + 2 * quiet;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-52 flex-none rounded-lg border border-line"
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
