import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { MOST_VALUES } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { CachedRead } from './cached-read.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from './clock.ts';

/** Deal stages that the portal reads or sets (§4). The stage after signing is configurable. */
export const AVAILABLE_FOR_CUSTOMER = 'Available For Customer';
export const VIEWED = 'Viewed';
export const CLOSED_WON = 'Closed Won';
export const CLOSED_LOST = 'Closed Lost';

/** Tag of a contact who must not be called again; colleagues may set it in the CRM too (decision G1). */
export const DO_NOT_CALL = 'niet-bellen';

export type StageKind = 'open' | 'won' | 'lost';

/** The `forecast_type` of a stage (crm-api §4.7). */
const BY_FORECAST: Readonly<Record<string, StageKind>> = { Open: 'open', 'Closed Won': 'won', 'Closed Lost': 'lost' };
/** For stages in no pipeline, and if the CRM refuses to list pipelines. */
const BY_NAME: ReadonlyMap<string, StageKind> = new Map([
  [CLOSED_WON, 'won'],
  [CLOSED_LOST, 'lost'],
]);

/** Administrators change stages rarely. */
export const STAGES_RENEWED_MS = 6 * HOUR_MS;
const ASK_AGAIN_MS = 15 * MINUTE_MS;

/**
 * The kind of each stage (open, won or lost) according to the organisation's pipelines, which may have any number of
 * each kind (decision J9). The portal reads the pipelines at the start and every six hours, with one CRM call for each
 * layout and one more. Screens cause no such calls. A stage never means that a deal is signed (decision J5).
 */
export class Stages {
  readonly #kinds: CachedRead<{ kinds: ReadonlyMap<string, StageKind> | null }>;

  constructor(crm: CrmClient, clock: Clock) {
    this.#kinds = new CachedRead(clock, async (crmOptions) => {
      const pipelines = await nullIfRefused(crm.settings.pipelines(crmOptions));
      return { kinds: pipelines && kindsIn(pipelines.flatMap(({ forecasts }) => forecasts)) };
    });
  }

  /** True if the CRM did not list the pipelines. Then only the names `Closed Won` and `Closed Lost` decide. */
  get isUnknown(): boolean {
    return !this.#kinds.known?.kinds;
  }

  /** Reads only if nothing is known yet; retries later if the CRM refused. If the CRM fails, the known stages stay. */
  async read(
    crmOptions: CrmCallOptions,
    maxAgeMs = this.isUnknown ? ASK_AGAIN_MS : Number.MAX_SAFE_INTEGER,
  ): Promise<void> {
    try {
      await this.#kinds.read(maxAgeMs, crmOptions);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
    }
  }

  kindOf(stage: string | null): StageKind {
    return this.#kinds.known?.kinds?.get(stage ?? '') ?? BY_NAME.get(stage ?? '') ?? 'open';
  }

  /** Deals in a closed stage are no longer leads (decision G1). */
  isClosed(stage: string | null): boolean {
    return this.kindOf(stage) !== 'open';
  }

  isWon(stage: string | null): boolean {
    return this.kindOf(stage) === 'won';
  }

  /** The names of closed stages, for a query. */
  get closed(): readonly string[] {
    const closed = this.#names().filter((stage) => this.isClosed(stage));
    return closed.length === 0 ? [...BY_NAME.keys()] : closed.slice(0, MOST_VALUES);
  }

  get won(): readonly string[] {
    return this.#names().filter((stage) => this.isWon(stage));
  }

  #names(): string[] {
    return [...new Set([...BY_NAME.keys(), ...(this.#kinds.known?.kinds?.keys() ?? [])])];
  }
}

function kindsIn(forecasts: readonly { stage: string; type: string }[]): Map<string, StageKind> {
  return new Map(
    forecasts.flatMap(({ stage, type }) => {
      const kind = BY_FORECAST[type];
      return kind ? [[stage, kind] as const] : [];
    }),
  );
}
