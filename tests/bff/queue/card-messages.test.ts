import { expect, test } from 'vitest';
import { MINUTE_MS, openTeamDesk } from '../call-desk.ts';

const { portal, clock, sanne } = await openTeamDesk();
const cards = async () => {
  const { contacts, unknown } = await sanne.list();
  const messageOf = (name: string) => contacts.find(({ id }) => id === portal.as(name).contactId)?.message;
  return { messageOf, unknown };
};
const ask = (name: string, message: string, body: object) =>
  portal.as(name).post(`${portal.as(name).deal}/${message}`, body);

test('J10 a card shows an open question or requested change until its task is done', async () => {
  await ask('bram', 'question', { text: 'Past hij in de garage?' });
  await ask('carla', 'question', { text: 'Is hij stil?' });
  await ask('carla', 'wish', { props: { survey1_battery_box_distance_m: '9' } });
  const before = await cards();
  expect(['bram', 'carla', 'anna'].map(before.messageOf)).toEqual(['question', 'wish', undefined]);
  const dealId = portal.as('bram').dealId;
  const [task] = await portal.related('Deals', dealId, 'Tasks', 'id,Subject');
  await portal.salesOps('Tasks', String(task?.id), { Status: 'Completed' });
  clock.offsetMs += MINUTE_MS;
  const after = await cards();
  expect(['bram', 'carla'].map(after.messageOf)).toEqual([undefined, 'wish']);
});

test('I14 if the CRM does not return tasks, the list works without them and says so', async () => {
  await portal.behave({ tasksPermitted: false });
  const { messageOf, unknown } = await cards();
  expect(messageOf('bram')).toBeUndefined();
  expect(unknown).toEqual(['messages']);
});
