import { checkTenantArchive } from '@crm/contracts/tenants/import.ts';
import { answerOf } from '../../api/client.ts';
import { parsed } from '../../api/exchange.ts';
import { fingerprintOf, sendForm } from '../../api/sendForm.ts';
import { submitOnce } from '../../api/submitOnce.ts';
import { readToken } from '../../api/token.ts';

type Sending = { user: string; file: File; onProgress: (share: number) => void; signal: AbortSignal };

/**
 * Sends an archive. One that is sent again because its answer was lost is checked once.
 * @returns the id of the batch that checks it
 */
export function sendArchive({ user, file, ...sending }: Sending): Promise<string> {
  const form = new FormData();
  form.append(checkTenantArchive.file.field, file);
  const input = { file: fingerprintOf(file) };
  return submitOnce({ user, call: checkTenantArchive, input }, async (idempotencyKey) => {
    const token = readToken();
    const reply = await sendForm(checkTenantArchive, { form, token, idempotencyKey, ...sending });
    return answerOf(checkTenantArchive, token, reply, parsed(reply.text)).data.batchId;
  });
}
