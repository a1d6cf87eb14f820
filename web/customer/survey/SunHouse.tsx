/** A house with panels, and the battery that keeps what they yield: only where there is room for it. */
export function SunHouse() {
  return (
    <svg className="house" viewBox="0 0 400 330" aria-hidden="true">
      <circle className="house-sun" cx="338" cy="58" r="30" />
      <path className="stack-floor" d="M0 302h400" />
      <path className="house-wall" d="M58 302V160M286 302V160" />
      <path className="house-wall" d="M36 166 172 62l136 104" />
      <path className="house-panel" d="m186 86 30 23v26l-30-23zM220 112l30 23v26l-30-23zM254 138l26 20v22l-26-20z" />
      <path className="house-wall" d="M92 302v-76h50v76M176 226h44v36h-44zM198 226v36" />
      <path className="house-cable" d="M286 196h22v64h14" />
      <rect className="stack-module stack-on" x="322" y="232" width="56" height="20" rx="3" />
      <rect className="stack-module stack-on" x="322" y="255" width="56" height="20" rx="3" />
      <rect className="stack-module stack-on" x="322" y="278" width="56" height="20" rx="3" />
    </svg>
  );
}
