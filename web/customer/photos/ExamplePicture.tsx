import type { PhotoSlot } from '../../../bff/view-models/photos.ts';

/** An example of each photo, as decoration: the words beside it say the same. */
export function ExamplePicture({ slot }: { slot: PhotoSlot }) {
  const Drawing = DRAWINGS[slot];
  return (
    <svg className="photo-example" viewBox="0 0 160 120" aria-hidden="true">
      <rect className="example-wall" width="160" height="120" />
      <Drawing />
      <path className="example-frame" d="M12 26V12h14M134 12h14v14M148 94v14h-14M26 108H12V94" />
    </svg>
  );
}

function Cupboard() {
  return (
    <>
      <path className="example-line" d="M52 14h56v92H52zM108 14l26 10v92l-26-10z" />
      <rect className="example-part" x="60" y="22" width="40" height="26" rx="2" />
      <path className="example-line" d="M66 30h6v10h-6zM77 30h6v10h-6zM88 30h6v10h-6z" />
      <circle className="example-part" cx="80" cy="68" r="11" />
      <path className="example-line" d="M80 79v27M68 48v40M92 48v40" />
    </>
  );
}

function FuseBox() {
  return (
    <>
      <rect className="example-part" x="22" y="20" width="116" height="80" rx="4" />
      <path className="example-line" d="M30 46h100M30 86h100" />
      {[34, 53, 72, 91, 110].map((x) => (
        <g key={x}>
          <rect className="example-switch" x={x} y="52" width="15" height="28" rx="2" />
          <path className="example-line" d={`M${x + 4} 58h7M${x + 7.5} 58v10`} />
        </g>
      ))}
      <path className="example-line" d="M34 30h30M34 36h20M92 30h34" />
    </>
  );
}

function Spot() {
  return (
    <>
      <path className="example-floor" d="M0 88h160v32H0z" />
      <path className="example-line" d="M0 88h160" />
      <path className="example-spot" d="M56 34h48v54H56z" />
      <path className="example-line" d="M80 46v30M72 68l8 8 8-8" />
    </>
  );
}

const DRAWINGS: Record<PhotoSlot, () => React.ReactNode> = {
  '1-meterkast': Cupboard,
  '2-groepenkast': FuseBox,
  '3-plek': Spot,
};
