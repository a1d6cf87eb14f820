import type { Pipeline } from '../../crm-contract/shapes/settings.ts';
import { quoted } from './check-fields.ts';
import { advice, type Finding, fault } from './finding.ts';

/**
 * Compares the stages that the portal reads or sets with those of each pipeline. Pure. The portal's deals can be in any
 * pipeline that has all of them; without pipelines the field `Stage` alone decides.
 */
export function checkStages(
  needed: readonly string[],
  pipelines: readonly Pick<Pipeline, 'display_value' | 'maps'>[],
): Finding[] {
  const lacks = pipelines.map(({ display_value, maps }) => ({
    name: display_value ?? 'without a name',
    stages: needed.filter((stage) => !maps?.includes(stage)),
  }));
  const isServed = lacks.some(({ stages }) => stages.length === 0);
  return lacks.flatMap(({ name, stages }) => {
    if (stages.length === 0) return [];
    const is = `has no stage ${quoted(stages)}`;
    return isServed
      ? advice(name, is, 'keep the deals of the portal out of this pipeline')
      : fault(name, is, 'a deal cannot get there: not shown, signed or closed');
  });
}
