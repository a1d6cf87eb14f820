import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { CrmError } from '../errors.ts';
import type { TokenKeeper } from '../http/token.ts';
import { checkedId, lookup, type RecordShape, recordId, text } from '../shapes/read-record.ts';
import {
  type Blueprint,
  blueprintShape,
  fieldShape,
  type Layout,
  type Locking,
  layoutShape,
  lockingShape,
  type ModuleRights,
  moduleShape,
  type NewField,
  newField,
  type PipelineOfLayout,
  picklistShape,
  pipelineShape,
  relatedListShape,
  senderShape,
  tagShape,
} from '../shapes/settings.ts';
import { type Access, checked, type ModuleName, readPage, readPages } from './records.ts';

/**
 * The organisation's settings. Scopes: `ZohoCRM.settings.fields.READ`, `.layouts.READ`, `.pipeline.READ` and
 * `.tags.READ` to read, `ZohoCRM.settings.fields.CREATE` and `.tags.CREATE` to add (crm-api §1.5).
 */
export function settingsEndpoint(access: Access, tokens: TokenKeeper) {
  /** The records of a page of settings; the first part of its path names them in drifts. */
  const list = async <S extends RecordShape>(
    shape: S,
    operation: string,
    path: string,
    query: Record<string, string>,
    context: CrmCallOptions,
    [module = ''] = path.split('/'),
  ): Promise<z.output<S>[]> =>
    (await readPage(access, shape, { operation, module, path: `/settings/${path}`, query }, context)).records;

  return {
    /** The token's scopes, as named by the CRM when issuing it; null if it named none. */
    async scopes(context: CrmCallOptions): Promise<readonly string[] | null> {
      const token = await tokens.current(context.deadline.remainingMs(), context.signal);
      if ('unavailable' in token) {
        const fault =
          token.unavailable === 'fault' ? { kind: token.kind, code: token.code } : { kind: 'timeout' as const };
        throw new CrmError({ ...fault, operation: 'settings.scopes', sent: 'no' });
      }
      return token.scope?.split(/[\s,]+/).filter(Boolean) ?? null;
    },

    /** All fields in use in a module. */
    fields: (module: ModuleName, context: CrmCallOptions) =>
      list(fieldShape, 'settings.fields', 'fields', { module }, context, [module]),

    /**
     * Creates one field. Source: Zoho CRM API v8, "Create Custom Fields"
     * (https://www.zoho.com/crm/developer/docs/api/v8/create-custom-field.html). The CRM chooses the field's API name:
     * read the fields again.
     */
    async createField(module: ModuleName, field: NewField, context: CrmCallOptions): Promise<void> {
      const operation = 'settings.createField';
      const json = JSON.stringify({ fields: [checked(newField, field, operation)] });
      const path = '/settings/fields';
      await access.exchange({ operation, effect: 'once', method: 'POST', path, query: { module }, json }, context);
    },

    /** The pipelines of every layout of deals; empty if the organisation has a single list of stages. */
    async pipelines(context: CrmCallOptions): Promise<PipelineOfLayout[]> {
      const operation = 'settings.pipelines';
      const pipelines: PipelineOfLayout[] = [];
      for (const { id: layoutId } of await list(layoutShape, operation, 'layouts', { module: 'Deals' }, context)) {
        for (const found of await list(pipelineShape, operation, 'pipeline', { layout_id: layoutId }, context)) {
          const stages = found.maps ?? [];
          const forecasts = stages.flatMap(({ stage, type }) => (type === null ? [] : { stage, type }));
          pipelines.push({ ...found, layoutId, maps: stages.map(({ stage }) => stage), forecasts });
        }
      }
      return pipelines;
    },

    /**
     * Adds options to a picklist; existing ones stay. Source: Zoho CRM API v8, "Update Custom Fields"
     * (https://www.zoho.com/crm/developer/docs/api/v8/update-custom-fields.html).
     */
    async addOptions(
      module: ModuleName,
      fieldId: string,
      options: readonly string[],
      context: CrmCallOptions,
    ): Promise<void> {
      const operation = 'settings.addOptions';
      const pick_list_values = options.map((option) => ({ display_value: option, actual_value: option }));
      const json = JSON.stringify({ fields: [{ pick_list_values }] });
      const path = `/settings/fields/${checkedId(fieldId, operation)}`;
      await access.exchange({ operation, effect: 'once', method: 'PATCH', path, query: { module }, json }, context);
    },

    /**
     * Sets all stages of a pipeline, in order; refused if one of them is no option of `Stage`, because a stage that is
     * left out may be removed. A renamed stage keeps its name. Source: Zoho CRM API v8, "Update a Pipeline"
     * (https://www.zoho.com/crm/developer/docs/api/v8/update-pipeline.html), which identifies stages by the ids of the
     * options of `Stage`.
     */
    async setStages(
      { id, display_value, layoutId }: Pick<PipelineOfLayout, 'id' | 'display_value' | 'layoutId'>,
      stages: readonly string[],
      context: CrmCallOptions,
    ): Promise<void> {
      const operation = 'settings.setStages';
      const fields = await list(picklistShape, operation, 'fields', { module: 'Deals' }, context, ['Deals']);
      const options = fields.find(({ api_name }) => api_name === 'Stage')?.pick_list_values ?? [];
      const maps = stages.map((stage, index) => {
        const option = options.find(({ actual_value }) => actual_value === stage);
        if (option) return { ...option, sequence_number: index + 1 };
        throw new CrmError({
          kind: 'invalid',
          operation,
          code: 'STAGE_WITHOUT_OPTION',
          fields: ['Stage'],
          sent: 'no',
        });
      });
      const json = JSON.stringify({ pipeline: [{ display_value, maps }] });
      const path = `/settings/pipeline/${checkedId(id ?? '', operation)}`;
      const query = { layout_id: checkedId(layoutId, operation) };
      await access.exchange({ operation, effect: 'repeatable', method: 'PUT', path, query, json }, context);
    },

    /** The layouts of a module. Scopes: `ZohoCRM.settings.layouts.READ` and `.related_lists.READ`. */
    async layouts(module: ModuleName, context: CrmCallOptions): Promise<Layout[]> {
      const operation = 'settings.layouts';
      const layouts: Layout[] = [];
      for (const { id, name, sections } of await list(layoutShape, operation, 'layouts', { module }, context)) {
        const lists = await list(relatedListShape, operation, 'related_lists', { module, layout_id: id }, context);
        layouts.push({
          id,
          name: name ?? id,
          fields: (sections ?? []).map((field) => field.name),
          required: (sections ?? []).filter(({ isRequired }) => isRequired).map((field) => field.name),
          lists: lists.flatMap(({ api_name }) => api_name ?? []),
        });
      }
      return layouts;
    },

    /** The rights of the token's user in each module. Scope: `ZohoCRM.settings.modules.READ`. */
    modules: (context: CrmCallOptions): Promise<ModuleRights[]> =>
      list(moduleShape, 'settings.modules', 'modules', {}, context),

    /**
     * The active blueprints of a module; their criteria are only in the single blueprint. Scope:
     * `ZohoCRM.settings.blueprint.READ`. Source: Zoho CRM API v8, "Get Blueprints"
     * (https://www.zoho.com/crm/developer/docs/api/v8/blueprints.html).
     */
    async blueprints(module: ModuleName, context: CrmCallOptions): Promise<Blueprint[]> {
      const read = (path: string, query: Record<string, string>) =>
        list(blueprintShape, 'settings.blueprints', path, query, context);
      const active = await read('blueprints', { module, status: 'active' });
      const whole = await Promise.all(
        active.map(({ id }) => read(`blueprints/${checkedId(id ?? '', 'blueprint')}`, {})),
      );
      return active.map((blueprint, index) => whole[index]?.[0] ?? blueprint);
    },

    /**
     * The locking rules of a module. Scope: `ZohoCRM.settings.record_locking_configurations.READ`. Source: Zoho CRM API
     * v8, "Record Locking Configuration"
     * (https://www.zoho.com/crm/developer/docs/api/v8/get-record-locking-config.html).
     */
    locking: (module: ModuleName, context: CrmCallOptions): Promise<Locking[]> =>
      list(lockingShape, 'settings.locking', 'record_locking_configurations', { module }, context),

    async tags(module: ModuleName, context: CrmCallOptions): Promise<string[]> {
      const tags = await list(tagShape, 'settings.tags', 'tags', { module }, context);
      return tags.flatMap(({ name }) => name ?? []);
    },

    /** Creates a tag; at most 25 characters. */
    async createTag(module: ModuleName, name: string, context: CrmCallOptions): Promise<void> {
      const operation = 'settings.createTag';
      const json = JSON.stringify({ tags: [{ name }] });
      await access.exchange(
        { operation, effect: 'once', method: 'POST', path: '/settings/tags', query: { module }, json },
        context,
      );
    },

    /** The addresses that mail may be sent from. */
    async senders(context: CrmCallOptions): Promise<string[]> {
      const senders = await list(senderShape, 'settings.senders', 'emails/actions/from_addresses', {}, context);
      return senders.flatMap(({ email }) => email ?? []);
    },
  };
}

export function usersEndpoint(access: Access) {
  const users = { module: 'users', path: '/users' };

  return {
    /** The user of the token; null if the CRM names none. */
    async current(context: CrmCallOptions): Promise<OwnUser | null> {
      const list = { ...users, operation: 'users.current', query: { type: 'CurrentUser' } };
      return (await readPage(access, ownUserShape, list, context)).records[0] ?? null;
    },

    /** All active users: everybody who can own a record. */
    async listActive(context: CrmCallOptions): Promise<User[]> {
      const list = { ...users, operation: 'users.listActive', query: { type: 'ActiveUsers' } };
      return (await readPages(access, userShape, list, context, { page: '1' })).records;
    },
  };
}

/** A user of the CRM. The users endpoint returns lower-case keys. */
export const userShape = z.object({
  id: recordId,
  full_name: text,
  first_name: text,
  last_name: text,
  email: text,
  status: text,
});
type User = z.output<typeof userShape>;

/** The token's user, whose profile decides what it may write. */
export const ownUserShape = userShape.extend({ profile: lookup });
type OwnUser = z.output<typeof ownUserShape>;
