/**
 * The OAuth scopes the token needs, each with the consequence if it is missing and the client calls that need it
 * (crm-api §1.5).
 */
export const NEEDED_SCOPES: readonly (readonly [scope: string, without: string, calls: string])[] = [
  [
    'ZohoCRM.modules.contacts.READ',
    'no link opens',
    'contacts.read contacts.tagPage contacts.deals related.list deleted.since',
  ],
  [
    'ZohoCRM.modules.contacts.UPDATE',
    'no answer of a contact is saved',
    'contacts.update contacts.updateMany tags.add tags.remove',
  ],
  [
    'ZohoCRM.modules.contacts.CREATE',
    '"Niet meer bellen" fails: giving a tag counts as creating',
    'tags.add tags.remove testRecords.create',
  ],
  ['ZohoCRM.modules.contacts.DELETE', 'crm:check cannot remove the contact of its rehearsal', 'testRecords.remove'],
  [
    'ZohoCRM.modules.deals.READ',
    'no deal is shown',
    'deals.read deals.readTexts deals.products contacts.deals deleted.since',
  ],
  ['ZohoCRM.modules.deals.UPDATE', 'no answer is saved, nobody can sign', 'deals.update'],
  ['ZohoCRM.modules.deals.CREATE', 'crm:check cannot rehearse writing', 'testRecords.create'],
  ['ZohoCRM.modules.deals.DELETE', 'crm:check cannot remove the deal of its rehearsal', 'testRecords.remove'],
  ['ZohoCRM.modules.products.READ', 'no quote can be calculated', 'products.read products.listActive deals.products'],
  ['ZohoCRM.modules.products.CREATE', 'crm:setup cannot make products', 'products.createMany'],
  ['ZohoCRM.modules.notes.READ', 'staff see no notes', 'notes.listFor'],
  ['ZohoCRM.modules.notes.CREATE', 'signatures leave no evidence', 'notes.create'],
  ['ZohoCRM.modules.notes.DELETE', 'a note that was made twice stays', 'notes.remove'],
  ['ZohoCRM.modules.attachments.READ', 'photos are not seen to be there', 'attachments.listFor attachments.read'],
  ['ZohoCRM.modules.attachments.CREATE', 'photos cannot be stored', 'attachments.upload'],
  ['ZohoCRM.modules.attachments.DELETE', 'a file that was stored twice stays', 'attachments.remove'],
  ['ZohoCRM.modules.calls.READ', 'the leads have no order', 'calls.listFor calls.readMany deleted.since'],
  ['ZohoCRM.modules.calls.CREATE', 'outcomes of calls cannot be recorded', 'calls.create'],
  ['ZohoCRM.modules.calls.UPDATE', 'agreed calls cannot be moved', 'calls.update'],
  ['ZohoCRM.modules.calls.DELETE', 'a call that was made twice stays', 'calls.remove'],
  ['ZohoCRM.modules.tasks.READ', 'tasks are made twice', 'tasks.listFor tasks.listOpenFor'],
  ['ZohoCRM.modules.tasks.CREATE', 'colleagues get no tasks from the portal', 'tasks.create'],
  ['ZohoCRM.modules.tasks.DELETE', 'a task that was made twice stays', 'tasks.remove'],
  ['ZohoCRM.coql.READ', 'nothing at all is found', 'query'],
  ['ZohoCRM.users.READ', 'only who owns deals can say who they are', 'users.current users.listActive'],
  ['ZohoCRM.settings.tags.ALL', 'nobody can be marked as not to be called', 'settings.tags settings.createTag'],
  ['ZohoCRM.send_mail.all.CREATE', 'the portal mails no links and receipts', 'mail.send'],
  ['ZohoCRM.settings.emails.READ', 'the sender of mails cannot be checked', 'settings.senders'],
  ['ZohoCRM.Files.CREATE', 'the signed order cannot be mailed', 'files.upload'],
  ['ZohoCRM.settings.fields.READ', 'fields cannot be checked', 'settings.fields'],
  ['ZohoCRM.settings.fields.CREATE', 'crm:setup cannot make fields', 'settings.createField'],
  ['ZohoCRM.settings.fields.UPDATE', 'crm:setup cannot add options to picklists', 'settings.addOptions'],
  ['ZohoCRM.settings.modules.READ', 'the rights of the profile cannot be checked', 'settings.modules'],
  ['ZohoCRM.settings.layouts.READ', 'stages and layouts cannot be checked', 'settings.pipelines settings.layouts'],
  ['ZohoCRM.settings.related_lists.READ', 'hidden related lists cannot be checked', 'settings.layouts'],
  ['ZohoCRM.settings.pipeline.READ', 'deals closed by stages of your own count as open', 'settings.pipelines'],
  ['ZohoCRM.settings.blueprint.READ', 'blueprints cannot be checked', 'settings.blueprints'],
  ['ZohoCRM.settings.record_locking_configurations.READ', 'locks cannot be checked', 'settings.locking'],
  ['ZohoCRM.settings.pipeline.UPDATE', 'crm:setup cannot add stages to the pipeline', 'settings.setStages'],
];

/** Whether a granted scope covers a needed one: the same, or `ALL` of its group. */
export function allows(granted: string, needed: string): boolean {
  const [has, wants] = [granted.toLowerCase(), needed.toLowerCase()];
  return has === wants || (has.endsWith('.all') && wants.startsWith(has.slice(0, -'all'.length)));
}
