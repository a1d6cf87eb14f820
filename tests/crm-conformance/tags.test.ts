import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished } from 'vitest';
import { type Crm, flat, NOBODY, newContact, type Row, reads, writes } from './crm-under-test.ts';
import { faultsIn, instant, recordId, reference } from './documented.ts';

const tagName = () => `c-${randomBytes(6).toString('hex')}`;

/** Removes the tags again: an organisation keeps tags that no record has any more. */
function removeLater({ call }: Crm, ...names: string[]): void {
  onTestFinished(async () => {
    const { tags } = (await call('GET', '/settings/tags?module=Contacts')).json;
    for (const { id, name } of tags) if (names.includes(name)) await call('DELETE', `/settings/tags/${id}`);
  });
}

describe('crm-api §4.7 tags of records', () => {
  writes('are added and removed, of one record or of many, and come back by name', async ({ crm }) => {
    const { call, make } = crm;
    const [first, second] = [tagName(), tagName()];
    removeLater(crm, first, second);
    const [one, other] = [await make('Contacts', newContact()), await make('Contacts', newContact())];
    const names = async (id: string) =>
      (await call('GET', `/Contacts/${id}?fields=Tag`)).json.data[0].Tag.map(({ name }: Row) => name);

    const added = await call('POST', `/Contacts/${one}/actions/add_tags`, {
      tags: [{ name: first }],
      over_write: false,
    });
    expect(added).toMatchObject({ status: 200, json: { data: [{ code: 'SUCCESS', status: 'success' }] } });
    await call('POST', `/Contacts/${one}/actions/add_tags`, { tags: [{ name: second }], over_write: false });
    await call('POST', `/Contacts/${one}/actions/add_tags`, { tags: [{ name: second }], over_write: false });
    expect(await names(one)).toEqual([first, second]);
    await call('POST', '/Contacts/actions/add_tags', { tags: [{ name: second }], ids: [one, other] });
    expect(await names(other)).toEqual([second]);
    expect((await call('POST', `/Contacts/${one}/actions/remove_tags`, { tags: [{ name: first }] })).status).toBe(200);
    expect(await names(one)).toEqual([second]);
    await call('POST', `/Contacts/${one}/actions/add_tags`, { tags: [{ name: first }], over_write: true });
    expect(await names(one)).toEqual([first]);
  });

  writes('are found in a query with like', async ({ crm }) => {
    const name = tagName();
    removeLater(crm, name);
    const id = await crm.make('Contacts', newContact());
    await crm.call('POST', `/Contacts/${id}/actions/add_tags`, { tags: [{ name }], over_write: false });
    const { json } = await crm.coql(`select id, Tag from Contacts where Tag like '%${name}%'`);
    expect(json.data).toMatchObject([{ id, Tag: [{ name, id: expect.schemaMatching(recordId) }] }]);
  });

  writes('of a record that does not exist, and too long names, are refused', async ({ call, make }) => {
    const tags = [{ name: 'niet-bellen' }];
    expect((await call('POST', `/Contacts/${NOBODY}/actions/add_tags`, { tags })).status).toBe(400);
    const id = await make('Contacts', newContact());
    const long = { tags: [{ name: 'x'.repeat(26) }] };
    expect((await call('POST', `/Contacts/${id}/actions/add_tags`, long)).status).toBe(400);
  });
});

describe('crm-api §4.7 tags of a module', () => {
  reads('are listed with the user who made them, and contacts have "niet-bellen"', async ({ call }) => {
    const { status, json } = await call('GET', '/settings/tags?module=Contacts');
    expect(status).toBe(200);
    expect(json.tags.map(({ name }: Row) => name)).toContain('niet-bellen');
    for (const tag of json.tags) {
      expect(faultsIn('tags', tag)).toEqual([]);
      expect(tag).toMatchObject({
        id: expect.schemaMatching(recordId),
        created_time: expect.schemaMatching(instant),
        created_by: expect.schemaMatching(reference),
      });
    }
  });

  reads('without a module are refused', async ({ call }) => {
    expect(await call('GET', '/settings/tags')).toMatchObject({
      status: 400,
      json: { code: 'REQUIRED_PARAM_MISSING' },
    });
    expect(await call('GET', '/settings/tags?module=Nothing')).toMatchObject({
      status: 400,
      json: { code: 'INVALID_MODULE' },
    });
  });

  writes('are made once, and can be deleted', async ({ call }) => {
    const name = tagName();
    const make = (tag: object) => call('POST', '/settings/tags?module=Contacts', { tags: [tag] });
    const made = await make({ name });
    expect(made).toMatchObject({ status: 201, json: { tags: [{ code: 'SUCCESS', details: { name } }] } });
    const { id } = made.json.tags[0].details;
    const place = { api_name: 'name', json_path: '$.tags[0].name' };
    for (const [tag, refused] of [
      [{ name }, flat('DUPLICATE_DATA', { ...place, id })],
      [{}, flat('MANDATORY_NOT_FOUND', place)],
      [{ name: 'x'.repeat(26) }, { ...flat('INVALID_DATA'), details: expect.objectContaining(place) }],
    ] as const) {
      expect(await make(tag)).toMatchObject({ status: 400, json: { tags: [refused] } });
    }
    const gone = await call('DELETE', `/settings/tags/${id}`);
    expect(gone).toMatchObject({ status: 200, json: { tags: [{ code: 'SUCCESS', details: { id } }] } });
    expect((await call('DELETE', `/settings/tags/${id}`)).status).toBe(400);
  });
});
