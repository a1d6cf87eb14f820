import type { ModuleChoice } from '../../../bff/view-models/answers.ts';
import type { Contact } from '../../../bff/view-models/contact.ts';
import { formatMoney } from '../../texts/format.ts';
import { chosenModules, isCustom, MODULES, moduleTexts } from '../../texts/survey-steps.ts';
import { Cabinet, MOST_MODULES } from '../Cabinet.tsx';

interface ModulesPreviewProps {
  chosen: ModuleChoice | undefined;
  prices: Contact['prices'];
  includedMetres: number;
}

/** The chosen modules as a cabinet in the space it needs, with a person beside it for scale. */
export function ModulesPreview({ chosen, prices, includedMetres }: ModulesPreviewProps) {
  const count = Number(chosen);
  const price = prices?.modules[count - 1];
  return (
    <div className="preview-box">
      <Cabinet count={countToDraw(chosen)} />
      <div aria-live="polite">
        {chosen ? (
          <>
            <p className="preview-figure">{moduleTexts(chosen).storage}</p>
            <p>{chosenModules(chosen)}</p>
            {price != null && (
              <>
                <p className="preview-price">{MODULES.price(formatMoney(price))}</p>
                <p className="small">{MODULES.perModule(formatMoney(price / count), includedMetres)}</p>
              </>
            )}
          </>
        ) : (
          <p>{MODULES.nothing}</p>
        )}
        {chosen && isCustom(chosen) && <p className="small">{MODULES.custom}</p>}
      </div>
    </div>
  );
}

function countToDraw(chosen: ModuleChoice | undefined) {
  if (!chosen) return 0;
  return isCustom(chosen) ? MOST_MODULES : Number(chosen);
}
