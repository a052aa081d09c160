import {
  createPostback,
  deletePostback,
  rollSecret,
  togglePostback,
  updatePostback,
} from '@crm/contracts/postbacks/postbacks.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { PostbackId, type TenantId } from '@crm/events/ids.ts';
import { SIGNING_SECRET } from '@crm/events/postbacks/secrets.ts';
import { postbackStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Partners } from '@crm/platform/net/partners.ts';
import { postbackCommand } from '../handle/aggregate-commands.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import { editedPostback, newPostback, withShownHeaders } from './form.ts';
import { refuseNonPublic } from './public-url.ts';
import { readPostback } from './read-postback.ts';

/** After a roll, the previous signing secret stays valid for this time. */
const BOTH_VALID_MS = 24 * 60 * 60 * 1000;

const newPostbackId = (commandId: { id: string }) => PostbackId.parse(derivedId(commandId.id, 'postback'));
const streamOf = (id: string) => postbackStream(PostbackId.parse(id));

/**
 * The routes that change postbacks. Secrets are stored after the event that names them, with its position: after a
 * crash in between, the postback waits for its secrets, and a retry of the command stores them.
 */
export function postbackCommands(partners: Partners): CommandDeclaration[] {
  const { secrets } = partners;
  /** Derived from the command, so that a repeat returns the same secret. */
  const signingSecret = (tenant: TenantId, command: { id: string }) =>
    secrets.make(['postback', tenant, command.id]);

  const create = postbackCommand({
    endpoint: createPostback,
    policy: tenantAdmins,
    creates: true,
    hashed: withShownHeaders,
    plan: ({ body, commandId }) => {
      const refusal = refuseNonPublic(partners, body.url);
      if (refusal) return refusal;
      const { details, secrets } = newPostback(body);
      return {
        stream: postbackStream(newPostbackId(commandId)),
        isStreamOfCommand: true,
        command: {
          type: 'CreatePostback',
          details,
          isActive: body.isActive,
          secrets: Object.keys(secrets),
        },
      };
    },
    after: async ({ body, caller, commandId }, position, { pool }) => {
      const owner = { tenant: caller.tenant, owner: newPostbackId(commandId) };
      const newSecrets = newPostback(body).secrets;
      const signing = signingSecret(caller.tenant, commandId);
      const all = { ...newSecrets, [SIGNING_SECRET]: signing };
      return (await secrets.keep(pool, owner, all, { position })) ? undefined : refused('key-reused');
    },
    answer: ({ input: { body, caller, commandId } }) => ({
      message: 'Postback created successfully',
      data: {
        postback: { _id: newPostbackId(commandId), name: body.name },
        secret: signingSecret(caller.tenant, commandId),
      },
    }),
  });

  const update = postbackCommand({
    endpoint: updatePostback,
    policy: tenantAdmins,
    hashed: withShownHeaders,
    plan: ({ params, body }) => {
      const refusal = refuseNonPublic(partners, body.url);
      if (refusal) return refusal;
      const { details: changes, secrets } = editedPostback(body);
      return {
        stream: streamOf(params.id),
        seenRevision: body.revision,
        command: {
          type: 'EditPostback',
          changes,
          isActive: body.isActive,
          secrets: Object.keys(secrets),
        },
      };
    },
    after: async ({ params, body, caller }, position, { pool, store }) => {
      if (position === null) return undefined;
      const { tenant } = caller;
      const owner = { tenant, owner: params.id };
      const postback = await readPostback(store, tenant, PostbackId.parse(params.id));
      const needed = postback?.secrets ?? [];
      const changedSecrets = Object.entries(editedPostback(body).secrets).filter(([name]) =>
        needed.includes(name),
      );
      if (!(await secrets.keep(pool, owner, Object.fromEntries(changedSecrets), { position })))
        return refused('key-reused');
      await secrets.forget(pool, owner, postback ? [...needed, SIGNING_SECRET] : [], position);
      return undefined;
    },
    answer: () => ({ message: 'Postback updated successfully', data: {} }),
  });

  const remove = postbackCommand({
    endpoint: deletePostback,
    policy: tenantAdmins,
    plan: ({ params }) => ({ stream: streamOf(params.id), command: { type: 'DeletePostback' } }),
    after: async ({ params, caller }, position, { pool }) => {
      await secrets.forget(pool, { tenant: caller.tenant, owner: params.id }, [], position);
    },
    answer: () => ({ message: 'Postback deleted successfully', data: {} }),
  });

  const toggle = postbackCommand({
    endpoint: togglePostback,
    policy: tenantAdmins,
    plan: ({ params, body }) => ({
      stream: streamOf(params.id),
      command: { type: 'TogglePostback', to: body.isActive ?? null },
    }),
    answer: ({ input: { body }, events }) => {
      // No event means that nothing changed, which is only possible for a caller that named the state.
      const isActive = events.length > 0 ? events[0]?.type === 'PostbackEnabled' : body.isActive === true;
      return { message: isActive ? 'Postback activated' : 'Postback deactivated', data: { isActive } };
    },
  });

  const roll = postbackCommand({
    endpoint: rollSecret,
    policy: tenantAdmins,
    plan: ({ params, now }) => ({
      stream: streamOf(params.id),
      command: { type: 'RollPostbackSecret', previousUntil: bothValidUntil(now) },
    }),
    after: async ({ params, caller, commandId, now }, position, { pool }) => {
      const owner = { tenant: caller.tenant, owner: params.id };
      const made = { [SIGNING_SECRET]: signingSecret(caller.tenant, commandId) };
      await secrets.keep(pool, owner, made, { position, previousUntil: bothValidUntil(now) });
    },
    answer: ({ input: { caller, commandId, now }, events }) => {
      const [rolled] = events;
      const previousUntil =
        rolled?.type === 'PostbackSecretRolled' ? rolled.data.previousUntil : bothValidUntil(now);
      return {
        message: 'New signing secret created',
        data: { secret: signingSecret(caller.tenant, commandId), previousUntil },
      };
    },
  });

  return [create, update, remove, toggle, roll];
}

const bothValidUntil = (now: Date) => new Date(now.getTime() + BOTH_VALID_MS).toISOString();
