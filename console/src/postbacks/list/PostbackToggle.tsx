import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../api/errors.ts';
import { refresh } from '../../api/read.ts';
import { Allowed } from '../../auth/Allowed.tsx';
import { formatTime } from '../../format/date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTogglePostback } from '../commands.ts';
import { postbackTexts } from '../texts.ts';

/** A switch to turn the postback on or off, with the reason if it turned itself off. */
export function PostbackToggle({ postback }: { postback: Postback }) {
  const queryClient = useQueryClient();
  const toggle = useTogglePostback();
  // Until the postback is read again: the switch does not jump back to what it was.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { _id, name } = postback;

  async function turn(isActive: boolean) {
    setWanted(isActive);
    try {
      await toggle({ params: { id: _id }, body: { isActive } });
      toast.success(
        isActive ? postbackTexts.list.toggle.turnedOn(name) : postbackTexts.list.toggle.turnedOff(name),
      );
    } catch (error) {
      toast.error(errorText(error));
    }
    await refresh(queryClient, ['postbacks']);
    setWanted(null);
  }

  return (
    <span className="flex items-center gap-2">
      <Allowed to="manage-postbacks">
        <Switch
          label={postbackTexts.list.toggle.label(name)}
          checked={wanted ?? postback.isActive}
          busy={wanted !== null}
          onChange={(isActive) => void turn(isActive)}
        />
      </Allowed>
      <PostbackStatus postback={postback} />
    </span>
  );
}

type PostbackState = Pick<Postback, 'isActive' | 'disabledReason' | 'pausedUntil'>;

export function PostbackStatus({ postback }: { postback: PostbackState }) {
  const texts = postbackTexts.list.state;
  if (!postback.isActive) {
    if (postback.disabledReason === 'gone')
      return (
        <span title={texts.goneWhy}>
          <Badge tone="bad">{texts.gone}</Badge>
        </span>
      );
    if (postback.disabledReason === 'imported')
      return (
        <span title={texts.importedWhy}>
          <Badge tone="warn">{texts.imported}</Badge>
        </span>
      );
    return <Badge tone="neutral">{texts.inactive}</Badge>;
  }
  if (postback.pausedUntil !== null)
    return (
      <span title={postbackTexts.list.state.pausedUntil(formatTime(postback.pausedUntil))}>
        <Badge tone="warn">{postbackTexts.list.state.paused}</Badge>
      </span>
    );
  return <Badge tone="ok">{postbackTexts.list.state.active}</Badge>;
}
