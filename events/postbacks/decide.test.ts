import fc from 'fast-check';
import { describe, test } from 'vitest';
import { keepsTheLaws } from '../test/laws.ts';
import { type PostbackCommand, postbackDecider } from './decide.ts';
import { postbackEvents } from './events.ts';
import {
  createPostback,
  detailed,
  editPostback,
  given,
  postbackCreated,
  postbackDeleted,
  postbackDisabled,
  postbackEdited,
  postbackEnabled,
  postbackImported,
  postbackRetired,
  secretRolled,
} from './story.ts';

const delivery = 'e0000000-0000-4000-8000-000000000001';
const tomorrow = '2025-03-02T09:30:00.000Z';
const bearer = { authentication: { type: 'bearer' as const } };
const token = 'authentication.token';
const secretHeader = { headers: [{ key: 'X-Token', value: null }] };
const toggle = (to: boolean | null): PostbackCommand => ({ type: 'TogglePostback', to });
const retire: PostbackCommand = { type: 'RetirePostback', delivery };
const roll: PostbackCommand = { type: 'RollPostbackSecret', previousUntil: tomorrow };
const remove: PostbackCommand = { type: 'DeletePostback' };

describe('a postback', () => {
  test('is created once, also after its deletion', () => {
    given().when(createPostback()).gives(postbackCreated());
    given(postbackCreated()).when(createPostback()).refuses('postback-exists');
    given(postbackCreated(), postbackDeleted()).when(createPostback()).refuses('postback-exists');
  });

  test('records the names of its secrets, without unused ones', () => {
    given()
      .when(createPostback(bearer, [token, 'authentication.apiKey']))
      .gives(postbackCreated(bearer, [token]));
    given()
      .when(createPostback(secretHeader, ['headers.x-token']))
      .gives(postbackCreated(secretHeader, ['headers.x-token']));
  });

  test('requires the secret of its authentication', () => {
    given().when(createPostback(bearer)).refuses('postback-token-required');
    given()
      .when(createPostback({ authentication: { type: 'basic', username: 'ann' } }))
      .refuses('postback-password-required');
    given(postbackCreated())
      .when(editPostback({ authentication: { type: 'api_key', header: 'X-API-Key' } }))
      .refuses('postback-api-key-required');
  });

  test('keeps a secret that an edit leaves blank, and forgets an unused one', () => {
    const created = postbackCreated(bearer, [token]);
    given(created)
      .when(editPostback({ name: 'Other', ...bearer }))
      .gives(postbackEdited({ name: 'Other' }));
    given(created)
      .when(editPostback(bearer, [token]))
      .gives(postbackEdited({}, [token]));
    given(created, postbackEdited({ authentication: { type: 'none' } }))
      .when(editPostback(bearer))
      .refuses('postback-token-required');
  });

  test('drops a secret header without a value', () => {
    given()
      .when(createPostback(secretHeader))
      .gives(postbackCreated({ headers: [] }));
    given(postbackCreated(secretHeader, ['headers.x-token']))
      .when(editPostback(secretHeader))
      .gives();
  });

  test('is edited, and only changed fields are recorded', () => {
    given(postbackCreated())
      .when(editPostback({ name: 'Tracker', timeout: 2000 }))
      .gives(postbackEdited({ timeout: 2000 }));
    given(postbackCreated())
      .when(editPostback({ name: 'Tracker' }))
      .gives();
  });

  test('with GET has no body', () => {
    const bodyTemplate = { format: 'json' as const, template: '{}' };
    given()
      .when(createPostback({ method: 'GET', bodyTemplate }))
      .refuses('postback-get-body');
    given(postbackCreated({ bodyTemplate }))
      .when(editPostback({ method: 'GET' }))
      .refuses('postback-get-body');
  });

  test('is disabled and enabled by a user', () => {
    given(postbackCreated()).when(toggle(null)).gives(postbackDisabled());
    given(postbackCreated(), postbackDisabled()).when(toggle(null)).gives(postbackEnabled());
    given(postbackCreated()).when(toggle(true)).gives();
    given(postbackCreated())
      .when({ type: 'EditPostback', changes: {}, isActive: false, secrets: [] })
      .gives(postbackDisabled());
  });

  test('is disabled once by a 410 of the partner', () => {
    given(postbackCreated()).when(retire).gives(postbackRetired(delivery));
    given(postbackCreated(), postbackDisabled()).when(retire).gives();
  });

  test('is turned off by the import of its organisation, if it was on', () => {
    given(postbackCreated()).when({ type: 'PauseImportedPostback' }).gives(postbackImported());
    given(postbackCreated(), postbackDisabled()).when({ type: 'PauseImportedPostback' }).gives();
  });

  test('gets a new signing secret', () => given(postbackCreated()).when(roll).gives(secretRolled(tomorrow)));

  test('is deleted', () => given(postbackCreated()).when(remove).gives(postbackDeleted()));

  test.each([editPostback({ name: 'x' }), toggle(null), retire, roll, remove])(
    'that does not exist is not found: $type',
    (command) => {
      given().when(command).refuses('postback-not-found');
      given(postbackCreated(), postbackDeleted()).when(command).refuses('postback-not-found');
    },
  );
});

const secrets = fc.subarray([token, 'authentication.apiKey', 'headers.x-token']);
const changes = fc.record(
  {
    name: fc.constantFrom('Tracker', 'Other', undefined),
    method: fc.constantFrom('GET', 'POST'),
    headers: fc.constantFrom([], secretHeader.headers),
    bodyTemplate: fc.constantFrom(null, { format: 'json' as const, template: '{}' }),
    authentication: fc.constantFrom({ type: 'none' as const }, bearer.authentication, {
      type: 'api_key' as const,
      header: 'X-API-Key',
    }),
  },
  { requiredKeys: [] },
);
const command: fc.Arbitrary<PostbackCommand> = fc.oneof(
  fc.record({
    type: fc.constant('CreatePostback' as const),
    details: fc.constant(detailed()),
    isActive: fc.boolean(),
    secrets,
  }),
  fc.constantFrom(toggle(null), toggle(true), toggle(false), retire, roll, remove),
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('EditPostback' as const),
      changes,
      isActive: fc.constantFrom(true, false, undefined),
      secrets,
    }),
  },
);
describe('postbacks', () => keepsTheLaws(postbackDecider, postbackEvents, createPostback(), command));
