/** The scopes the token needs, each with what goes wrong without it (crm-api §1.5). */
export const NEEDED_SCOPES: readonly (readonly [scope: string, without: string])[] = [
  ['ZohoCRM.modules.contacts.READ', 'no link opens'],
  ['ZohoCRM.modules.contacts.UPDATE', 'no answer of a contact is saved'],
  ['ZohoCRM.modules.contacts.CREATE', '"Niet meer bellen" fails: giving a tag counts as creating'],
  ['ZohoCRM.modules.deals.READ', 'no deal is shown'],
  ['ZohoCRM.modules.deals.UPDATE', 'no answer is saved, nobody can sign'],
  ['ZohoCRM.modules.products.READ', 'no quote can be calculated'],
  ['ZohoCRM.modules.notes.READ', 'staff see no notes'],
  ['ZohoCRM.modules.notes.CREATE', 'signatures leave no evidence'],
  ['ZohoCRM.modules.notes.DELETE', 'a note that was made twice stays'],
  ['ZohoCRM.modules.attachments.READ', 'photos are not seen to be there'],
  ['ZohoCRM.modules.attachments.CREATE', 'photos cannot be stored'],
  ['ZohoCRM.modules.attachments.DELETE', 'a file that was stored twice stays'],
  ['ZohoCRM.modules.calls.READ', 'the leads have no order'],
  ['ZohoCRM.modules.calls.CREATE', 'outcomes of calls cannot be recorded'],
  ['ZohoCRM.modules.calls.UPDATE', 'agreed calls cannot be moved'],
  ['ZohoCRM.modules.calls.DELETE', 'a call that was made twice stays'],
  ['ZohoCRM.modules.tasks.READ', 'tasks are made twice'],
  ['ZohoCRM.modules.tasks.CREATE', 'colleagues get no tasks from the portal'],
  ['ZohoCRM.modules.tasks.DELETE', 'a task that was made twice stays'],
  ['ZohoCRM.coql.READ', 'nothing at all is found'],
  ['ZohoCRM.users.READ', 'staff cannot say who they are'],
  ['ZohoCRM.settings.tags.ALL', 'nobody can be marked as not to be called'],
  ['ZohoCRM.send_mail.all.CREATE', 'the portal mails no links and receipts'],
  ['ZohoCRM.Files.CREATE', 'the signed order cannot be mailed'],
  ['ZohoCRM.settings.fields.READ', 'fields cannot be checked'],
  ['ZohoCRM.settings.fields.CREATE', 'crm:setup cannot make fields'],
  ['ZohoCRM.settings.layouts.READ', 'stages cannot be checked'],
  ['ZohoCRM.settings.pipeline.READ', 'stages cannot be checked'],
];

/** Whether a granted scope covers a needed one: the same, or `ALL` of its group. */
export function allows(granted: string, needed: string): boolean {
  const [has, wants] = [granted.toLowerCase(), needed.toLowerCase()];
  return has === wants || (has.endsWith('.all') && wants.startsWith(has.slice(0, -'all'.length)));
}
