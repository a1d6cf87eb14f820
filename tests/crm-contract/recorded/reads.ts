import {
  ANNA,
  CALL,
  DEAL,
  EVIDENCE,
  NOTE,
  PHOTO,
  PLAIN_DEAL,
  PRODUCT,
  TAG,
  TASK,
} from '../../../fixtures/scenarios/invented.ts';

// Placeholders in recordings for ids and times.

/** The ids in order of appearance, from 1. */
export const recordedId = (number: number) => `4150868${String(number).padStart(12, '0')}`;

const CREATED = { Created_Time: '2026-01-05T10:00:00+01:00' };
export const MODIFIED = '2026-01-05T10:05:00+01:00';
const TIMES = { ...CREATED, Modified_Time: MODIFIED };

const integration = (number: number) => ({ id: recordedId(number), name: 'Portaal Koppeling' });
const anna = { id: recordedId(1), name: 'Anna Brouwer' };
const dealOfAnna = { id: recordedId(2), name: 'Thuisbatterij Brouwer' };

const contact = {
  ...ANNA,
  id: recordedId(1),
  Owner: integration(2),
  Full_Name: 'Anna Brouwer',
  Tag: [TAG],
  ...TIMES,
};

const deal = {
  ...DEAL,
  id: recordedId(2),
  Contact_Name: anna,
  Owner: integration(3),
  ...TIMES,
};

const plainDeal = {
  ...Object.fromEntries(Object.keys(deal).map((field) => [field, null])),
  ...PLAIN_DEAL,
  id: recordedId(3),
  Contact_Name: anna,
  Owner: integration(4),
  ...TIMES,
};

const note = {
  ...NOTE,
  id: recordedId(2),
  Owner: integration(3),
  Created_By: integration(3),
  ...TIMES,
};

const file = {
  id: recordedId(3),
  File_Name: PHOTO.fileName,
  Size: PHOTO.body.byteLength,
  Created_By: integration(2),
  ...TIMES,
};

const call = {
  ...CALL,
  id: recordedId(3),
  Call_Type: 'Outbound',
  Outbound_Call_Status: 'Completed',
  Call_Duration: '00:01',
  Call_Result: 'Neemt niet op',
  Owner: integration(4),
  Who_Id: anna,
  What_Id: dealOfAnna,
  ...TIMES,
};

const task = {
  ...TASK,
  id: recordedId(3),
  Owner: integration(4),
  Who_Id: anna,
  What_Id: dealOfAnna,
  ...CREATED,
};

const user = {
  id: recordedId(1),
  full_name: 'Portaal Koppeling',
  first_name: 'Portaal',
  last_name: 'Koppeling',
  email: 'portaal@thuisbatterij.example',
  status: 'active',
};
const userWithProfile = { ...user, profile: { id: recordedId(2), name: 'profile-1' } };

const field = (number: number, api_name: string, more: object) => ({
  id: recordedId(number),
  api_name,
  field_label: api_name.replaceAll('_', ' '),
  data_type: 'text',
  read_only: false,
  field_read_only: false,
  custom_field: false,
  operation_type: { api_create: true, api_update: true },
  profiles: [2, 3].map((profile) => ({ id: recordedId(profile), permission: 'read_write' })),
  unique: false,
  textarea: null,
  pick_list_values: [],
  ...more,
});

const FORECASTS = [
  ['Qualification', 'Open'],
  ['Survey', 'Open'],
  ['Available For Customer', 'Open'],
  ['Viewed', 'Open'],
  ['Closed Won', 'Closed Won'],
  ['Closed Lost', 'Closed Lost'],
  ['Closed Lost to Competition', 'Closed Lost'],
] as const;
const STAGES = FORECASTS.map(([stage]) => stage);

/** Each scenario that reads, and everything that its caller gets. */
export const READS: Readonly<Record<string, unknown>> = {
  'token/granted': userWithProfile,

  'users/current': userWithProfile,
  'users/list-active': [user],

  'contacts/read': contact,
  'contacts/read-nobody': null,
  'contacts/by-hash': [contact],
  'contacts/by-unknown-hash': [],
  'contacts/deals': [plainDeal, { ...deal, Owner: integration(4) }],

  'contacts/tag-page': { contacts: [], next: null },
  'deals/read': deal,
  'deals/large-texts': [
    {
      id: deal.id,
      survey1_calc: deal.survey1_calc,
      survey1_signature: deal.survey1_signature,
      portal_signature_evidence: deal.portal_signature_evidence,
    },
  ],
  'deals/with-contact': [
    {
      id: recordedId(2),
      Stage: 'Available For Customer',
      'Contact_Name.id': recordedId(1),
      'Contact_Name.Full_Name': 'Anna Brouwer',
      'Contact_Name.survey_1_has_solar_panels': true,
    },
  ],
  'deals/counted': [{ Stage: 'Available For Customer', tally: 1 }],
  'deals/products': [{ ...PRODUCT, id: recordedId(3) }],

  'deleted/since': { ids: [recordedId(1)], isWhole: true },

  'products/read': { ...PRODUCT, id: recordedId(1) },
  'products/list-active': [{ ...PRODUCT, id: recordedId(1) }],

  'notes/list': [note],
  'notes/list-none': [],
  'notes/list-pages': 201,

  'attachments/list': [file],
  'attachments/read': EVIDENCE.body.toString(),
  'attachments/read-nothing': null,

  'calls/list': [call],
  'calls/read-many': [{ ...call, Outbound_Call_Status: 'Scheduled', Call_Duration: null, Call_Result: null }],
  'calls/counted': [{ Who_Id: anna, Outbound_Call_Status: 'Scheduled', tally: 1, latest: CALL.Call_Start_Time }],

  'tasks/list': [task],
  'tasks/list-open': [task],

  'queries/first-of-two': [{ id: recordedId(2), Stage: 'Available For Customer' }],
  'queries/unknown-column': [{ id: recordedId(2), Stage: 'Available For Customer' }],

  'settings/scopes': ['ZohoCRM.modules.ALL', 'ZohoCRM.coql.READ'],
  'settings/fields-of-contacts': [
    field(1, 'First_Name', { length: 40 }),
    field(4, 'Full_Name', { length: 120, read_only: true, field_read_only: true }),
    field(5, 'survey1_hash', { length: 255, custom_field: true, unique: true }),
  ],
  'settings/fields-of-deals': [
    field(1, 'Stage', { data_type: 'picklist', length: 120, pick_list_values: STAGES }),
    field(11, 'survey1_calc', { data_type: 'textarea', length: 32_000, custom_field: true, textarea: 'large' }),
    field(12, 'gaikan_discount', { data_type: 'currency', length: 16, custom_field: true }),
  ],
  'settings/pipelines': [
    {
      id: recordedId(2),
      layoutId: recordedId(1),
      display_value: 'Standard (Standard)',
      maps: STAGES,
      forecasts: FORECASTS.map(([stage, type]) => ({ stage, type })),
    },
  ],
  'settings/layouts': [
    {
      id: recordedId(1),
      name: 'layout-1',
      fields: ['survey1_hash'],
      required: ['Last_Name'],
      lists: ['Notes', 'Attachments', 'Deals', 'Tasks', 'Tasks_History', 'Calls', 'Calls_History'],
    },
  ],
  'settings/modules': ['Contacts', 'Deals', 'Products', 'Tasks', 'Calls', 'Notes', 'Attachments'].map((api_name) => ({
    api_name,
    viewable: true,
    creatable: true,
    editable: true,
    deletable: true,
  })),
  'settings/blueprints': [
    { id: recordedId(1), name: 'blueprint-1', field: 'Stage', entry_criteria: false },
    { id: recordedId(4), name: 'blueprint-2', field: 'Stage', entry_criteria: true },
  ],
  'settings/locking': [
    {
      lock_type: 'automatic',
      locked_for: 'all_profiles_except_excluded_profiles',
      restricted_actions: ['update'],
      excluded_fields: ['Next_Step'],
      lock_excluded_profiles: [recordedId(3)],
      locking_rules: ['rule-1'],
    },
  ],
  'settings/tags': [TAG],
  'settings/senders': [1, 2, 3, 4, 5, 6].map((number) => `sender-${number}`),
};
