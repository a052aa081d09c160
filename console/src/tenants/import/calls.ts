import { checkTenantArchive } from '@crm/contracts/tenants/import.ts';
import { answerOf } from '../../api/client.ts';
import { parsed } from '../../api/exchange.ts';
import { sendForm } from '../../api/sendForm.ts';
import { readToken } from '../../api/token.ts';

type Sending = { file: File; onProgress: (share: number) => void; signal: AbortSignal };

/** Sends an archive. @returns the id of the batch that checks it */
export async function sendArchive({ file, ...sending }: Sending): Promise<string> {
  const form = new FormData();
  form.append(checkTenantArchive.file.field, file);
  const token = readToken();
  const reply = await sendForm(checkTenantArchive, { form, token, ...sending });
  return answerOf(checkTenantArchive, token, reply, parsed(reply.text)).data.batchId;
}
