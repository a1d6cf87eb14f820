import { describe, expect, test } from 'vitest';
import { neighbourLead } from '../../../web/admin/callcenter/leads/neighbour-lead.ts';
import { indexLeads, searchLeads } from '../../../web/admin/callcenter/leads/search-leads.ts';

const LEADS = {
  id: ['801', '802', '803'],
  Full_Name: ['Zoë Brouwer', "Bram van 't Hof", null],
  Phone: ['06-12345678', '+31 6 87654321', null],
  Email: ['zoe@x.nl', null, 'bram@y.nl'],
  Mailing_Zip: ['3581 KD', '6711 AB', null],
};
const index = indexLeads(LEADS);
const found = (query: string) => searchLeads(index, query).map((row) => LEADS.id[row]);

describe('G1 search', () => {
  test.each([
    ['', ['801', '802', '803']],
    ['zoe', ['801']],
    ['BROUWER zoë', ['801']],
    ["van 't hof", ['802']],
    ['6711ab', ['802']],
    ['6711 AB', ['802']],
    ['bram', ['802', '803']],
    ['803', ['803']],
    ['0687654321', ['802']],
    ['+31 6 1234 5678', ['801']],
    ['0031612345678', ['801']],
    ['nobody', []],
  ])('"%s" finds %j', (query, ids) => expect(found(query)).toEqual(ids));
});

describe('G4 next lead', () => {
  const order = ['a', 'b', 'c', 'd'];
  test('follows the order of the list', () => {
    expect(neighbourLead(order, order, 'b', 1)).toBe('c');
    expect(neighbourLead(order, order, 'b', -1)).toBe('a');
    expect(neighbourLead(order, order, 'd', 1)).toBeUndefined();
    expect(neighbourLead(order, order, undefined, 1)).toBe('a');
  });

  test('an outcome that moves or removes the open lead does not skip the one below it', () => {
    expect(neighbourLead(order, ['a', 'c', 'd'], 'b', 1)).toBe('c');
    expect(neighbourLead(order, ['a', 'c', 'd', 'b'], 'b', 1)).toBe('c');
    expect(neighbourLead(order, ['a', 'd'], 'b', 1)).toBe('d');
  });

  test('a contact from outside the list is followed by the first', () => {
    expect(neighbourLead(order, order, 'x', 1)).toBe('a');
    expect(neighbourLead([], [], 'x', 1)).toBeUndefined();
  });
});
