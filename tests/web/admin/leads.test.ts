import { array, assert, constantFrom, option, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leadAt, leadTable } from '../../../web/admin/callcenter/leads/lead-table.ts';
import { neighbourLead } from '../../../web/admin/callcenter/leads/neighbour-lead.ts';
import { searchLeads } from '../../../web/admin/callcenter/leads/search-leads.ts';
import { rowsWith, textAt, textColumn } from '../../../web/admin/callcenter/leads/text-column.ts';

const none = { values: [null], places: [0, 0, 0] };
const leads = leadTable({
  id: ['801', '802', '803'],
  Full_Name: ['Zoë Brouwer', "Bram van 't Hof", null],
  Phone: ['06-12345678', '+31 6 87654321', null],
  Email: ['zoe@x.nl', null, 'bram@y.nl'],
  Mailing_Zip: ['3581 KD', '6711 AB', null],
  owner: none,
  Lead_Owner_Flow: none,
  Mailing_City: none,
  callback: none,
  lastOutcome: none,
  lastCallAt: none,
  group: { values: ['new'], places: [0, 0, 0] },
  attempts: { values: [0], places: [0, 0, 0] },
  openedBy: { values: [[]], places: [0, 0, 0] },
});
const found = (query: string) => searchLeads(leads, query).map((row) => leadAt(leads, row)?.id);

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
    ['80', ['801', '802', '803']],
    ['bram y.nl', ['803']],
    ['0687654321', ['802']],
    ['+31 6 1234 5678', ['801']],
    ['0031612345678', ['801']],
    ['nobody', []],
  ])('"%s" finds %j', (query, ids) => expect(found(query)).toEqual(ids));
});

test('G1 a column as one text: every row is what it was, and a part is found in the rows that hold it', () => {
  // Of few characters, so that a part is found often; one is two units long, one stands for nothing at a text's beginning.
  const text = string({ unit: constantFrom('a', 'b', 'é', '😀', '\uFEFF'), maxLength: 6 });
  const texts = array(option(text), { maxLength: 12 });
  assert(
    property(texts, text, (column, part) => {
      const packed = textColumn(column);
      expect(column.map((_, row) => textAt(packed, row))).toEqual(column.map((each) => each ?? ''));
      if (part === '') return;
      expect(rowsWith(packed, part)).toEqual([...column.keys()].filter((row) => column[row]?.includes(part)));
    }),
  );
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
