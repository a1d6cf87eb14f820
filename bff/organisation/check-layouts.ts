import type { Layout } from '../../crm-contract/shapes/settings.ts';
import type { NeededField } from '../crm/schema/schema.ts';
import { quoted } from './check-fields.ts';
import { advice, type Finding } from './finding.ts';

/** The related lists that the portal reads. */
const LISTS = ['Notes', 'Attachments', 'Calls', 'Calls_History', 'Tasks', 'Tasks_History', 'Products'];

/**
 * What one layout of a module lacks that another has: fields are made in the Standard layout only, and a related list that
 * is hidden in a layout is refused. Pure. What no layout has is found by the checks of the fields and of the questions.
 */
export function checkLayouts(needed: readonly NeededField[], layouts: readonly Layout[]): Finding[] {
  const inSome = (part: 'fields' | 'lists', name: string) => layouts.some((layout) => layout[part].includes(name));
  const lacking = (layout: Layout, part: 'fields' | 'lists', names: readonly string[]) =>
    names.filter((name) => inSome(part, name) && !layout[part].includes(name));
  return layouts.flatMap((layout) => {
    const lists = lacking(layout, 'lists', LISTS);
    const fields = lacking(
      layout,
      'fields',
      needed.map(({ name }) => name),
    );
    return [
      ...fields.map((name) => {
        const without = needed.find((field) => field.name === name)?.without;
        return advice(name, `is not in the layout "${layout.name}"`, `for records of that layout: ${without}`);
      }),
      ...(lists.length === 0
        ? []
        : [advice(layout.name, `hides the related list ${quoted(lists)}`, 'screens of its records are refused them')]),
    ];
  });
}
