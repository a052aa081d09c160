import { useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { toast } from '../../ui/toast.tsx';
import { useRevokeApiKey } from '../commands.ts';
import type { ApiKeySummary } from '../queries.ts';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.organization.apiKeys;

/** A key with its creation and last use; a valid one can be revoked. */
export function ApiKeyRow({ apiKey }: { apiKey: ApiKeySummary }) {
  const { _id, name, createdAt, createdBy, lastUsed, revokedAt } = apiKey;
  const revoke = useRevokeApiKey();
  const [asking, setAsking] = useState(false);
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-medium">
          <span dir="auto" className="truncate">
            {name}
          </span>
          {revokedAt !== null && <Badge tone="neutral">{texts.revoked}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {texts.created(formatDateTime(createdAt), createdBy)}
          {' · '}
          {lastUsed === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.lastUsed} <RelativeTime at={lastUsed} />
            </>
          )}
        </p>
      </div>
      {revokedAt === null && (
        <Button size="sm" aria-label={texts.revokeNamed(name)} onClick={() => setAsking(true)}>
          {texts.revoke}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        danger
        onClose={() => setAsking(false)}
        title={texts.revokeNamed(name)}
        message={texts.revokeMessage}
        confirmLabel={texts.revoke}
        onConfirm={async () => {
          await revoke({ params: { id: _id } });
          toast.success(texts.revokeDone);
        }}
      />
    </li>
  );
}
