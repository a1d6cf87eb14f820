import type { ModuleChoice } from '../../../bff/view-models/answers.ts';
import { chosenModules, isCustom, moduleTexts } from '../../texts/module-names.ts';
import { MODULES } from '../../texts/modules.ts';
import { Cabinet, MOST_MODULES } from '../Cabinet.tsx';

/** The chosen modules as a cabinet in the space it needs, with a person beside it for scale. */
export function ModulesPreview({ chosen }: { chosen: ModuleChoice | undefined }) {
  return (
    <div className="preview-box">
      <Cabinet count={countToDraw(chosen)} />
      <div aria-live="polite">
        {chosen ? (
          <>
            <p className="preview-figure">{moduleTexts(chosen).storage}</p>
            <p>{chosenModules(chosen)}</p>
          </>
        ) : (
          <p>{MODULES.nothing}</p>
        )}
        {chosen && (
          <p className="small">
            {isCustom(chosen) ? (
              MODULES.custom
            ) : (
              <>
                <strong>{MODULES.fits}</strong> {MODULES.space}
              </>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

function countToDraw(chosen: ModuleChoice | undefined) {
  if (!chosen) return 0;
  return isCustom(chosen) ? MOST_MODULES : Number(chosen);
}
