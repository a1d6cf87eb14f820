import type { ModuleChoice } from '../../../bff/view-models/answers.ts';
import { isCustom, MODULES, moduleTexts } from '../../texts/survey.ts';

const PER_TOWER = 5;
const WIDTH = 56;
const HEIGHT = 18;

export function ModulesPreview({ chosen }: { chosen: ModuleChoice | undefined }) {
  return (
    <div className="preview-box">
      <ModuleStack count={countToDraw(chosen)} />
      <div aria-live="polite">
        {chosen ? (
          <>
            <p className="preview-figure">{moduleTexts(chosen).storage}</p>
            <p>{MODULES.chosen(chosen)}</p>
          </>
        ) : (
          <p>{MODULES.nothing}</p>
        )}
        {chosen && <p className="small">{isCustom(chosen) ? MODULES.custom : MODULES.space}</p>}
      </div>
    </div>
  );
}

function countToDraw(chosen: ModuleChoice | undefined) {
  if (!chosen) return 0;
  return isCustom(chosen) ? 15 : Number(chosen);
}

/** Towers of five modules that grow with the choice. */
function ModuleStack({ count }: { count: number }) {
  return (
    <svg className="stack" viewBox="0 0 200 112" aria-hidden="true">
      <path className="stack-floor" d="M0 108h200" />
      {Array.from({ length: 15 }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a module is its place in the stack.
          key={index}
          className={index < count ? 'stack-module stack-on' : 'stack-module'}
          x={8 + Math.floor(index / PER_TOWER) * (WIDTH + 8)}
          y={88 - (index % PER_TOWER) * (HEIGHT + 2)}
          width={WIDTH}
          height={HEIGHT}
          rx="3"
        />
      ))}
    </svg>
  );
}
