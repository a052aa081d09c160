import { useState } from 'react';
import { changedByOthers } from '../form/changed.ts';
import { sendAtRevision } from './sendAtRevision.ts';

type Edited<Entity, Values> = {
  /** The form's values. */
  valuesOf: (entity: Entity) => Values;
  readNow: () => Promise<Entity>;
};

/**
 * The edit of an entity that others may edit meanwhile. It is sent with the revision that the user saw, so that the server
 * refuses it when somebody else was faster.
 * @param entity as it is now
 */
export function useEdit<Entity extends { revision: number }, Values extends object>(
  entity: Entity,
  { valuesOf, readNow }: Edited<Entity, Values>,
) {
  const [opened, setOpened] = useState(entity);
  const [sent, setSent] = useState<readonly Values[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const changedFields = changedByOthers(valuesOf(opened), valuesOf(entity), sent);
  // The own edit whose answer was lost is part of it: the next one sends what differs from that.
  const base = changedFields.length === 0 ? entity : opened;

  return {
    /** As read when the user began or reloaded. */
    opened,
    /** What the edit is made to: the command sends the fields that differ from it. */
    base,
    /** The fields that others have changed; none while it is saved, because the server may keep a value in another form. */
    changedFields: isSaving ? [] : changedFields,
    reload: () => {
      setOpened(entity);
      setSent([]);
    },
    /** Saves the edit; throws the refusal. @param command sends it with the revision that it was made at */
    save: async <Answer>(values: Values, command: (revision: number) => Promise<Answer>): Promise<Answer> => {
      setSent([...sent, values]);
      setIsSaving(true);
      try {
        return await sendAtRevision({
          seen: { revision: entity.revision, values: valuesOf(base) },
          readNow: async () => {
            const now = await readNow();
            return { revision: now.revision, values: valuesOf(now) };
          },
          send: command,
        });
      } catch (error) {
        setIsSaving(false);
        throw error;
      }
    },
  };
}
