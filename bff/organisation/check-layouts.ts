import type { Layout, Pipeline } from '../../crm-contract/shapes/settings.ts';
import type { NeededField } from '../crm/schema/schema.ts';
import { quoted } from './check-fields.ts';
import { advice, type Finding, fault } from './finding.ts';

/** The related lists that the portal reads. */
const LISTS = ['Notes', 'Attachments', 'Calls', 'Calls_History', 'Tasks', 'Tasks_History', 'Products'];

/** Where the CRM refuses these, their rows are found by a query. */
const HAVE_ANOTHER_WAY = ['Calls_History', 'Tasks_History'];

/**
 * What one layout of a module lacks that another has: fields are made in the Standard layout only, and a related list that
 * is hidden in a layout is refused. Pure. What no layout has is found by the checks of the fields and of the questions.
 */
export function checkLayouts(needed: readonly NeededField[], layouts: readonly Layout[]): Finding[] {
  return layouts.flatMap((layout) => {
    const lacks = (part: 'fields' | 'lists', name: string) =>
      layouts.some((other) => other[part].includes(name)) && !layout[part].includes(name);
    return [
      ...needed
        .filter(({ name }) => lacks('fields', name))
        .map(({ name, without }) =>
          fault(name, `is not in the layout "${layout.name}"`, `for records of that layout: ${without}`),
        ),
      ...LISTS.filter((list) => lacks('lists', list)).map((list) => {
        const finding = HAVE_ANOTHER_WAY.includes(list) ? advice : fault;
        return finding(layout.name, `hides the related list "${list}"`, 'screens of its records are refused it');
      }),
    ];
  });
}

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
