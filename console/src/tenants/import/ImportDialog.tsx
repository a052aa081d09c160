import { checkTenantArchive } from '@crm/contracts/tenants/import.ts';
import { texts as shared } from '@crm/contracts/texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { refresh } from '../../api/read.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { showBatch } from '../../batches/shown.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { tenantTexts } from '../texts.ts';
import { sendArchive } from './calls.ts';

const texts = tenantTexts.import;
const { bytes, types } = checkTenantArchive.file;

const Chosen = z.object({
  file: z
    .instanceof(File, { error: shared.required })
    .refine(({ name }) => types.some((type) => name.toLowerCase().endsWith(type)), { error: texts.wrongType })
    .refine(({ size }) => size <= bytes, { error: texts.tooLarge(bytes) }),
});
type Values = { file: File | undefined };

/** Uploads an archive and shows the batch that checks it, from which the import starts. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { _id: user } = useCurrentUser();
  const [sent, setSent] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  // Closing the dialog stops the upload.
  useEffect(() => () => stop.current.abort(), []);
  const form = useForm<Values, unknown, z.output<typeof Chosen>>({
    defaultValues: { file: undefined },
    resolver: checkedBy(Chosen, (values: Values) => values),
  });
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.description}>
      <DialogForm
        form={form}
        submitLabel={texts.check}
        busyLabel={texts.sending}
        failure={texts.failed}
        stoppable
        save={async ({ file }) => {
          stop.current = new AbortController();
          const { signal } = stop.current;
          const batch = await sendArchive({ user, file, onProgress: setSent, signal }).finally(() =>
            setSent(null),
          );
          void refresh(queryClient, ['batches']);
          onClose();
          showBatch(batch);
        }}
        onClose={onClose}
      >
        <Field label={texts.file} hint={texts.fileHint} required error={form.formState.errors.file?.message}>
          <Input
            type="file"
            className="h-auto py-1.5 file:mr-3 file:font-medium"
            accept={types.join(',')}
            onChange={(event) => form.setValue('file', event.target.files?.[0], { shouldValidate: true })}
          />
        </Field>
        {sent !== null && <Progress label={texts.sending} percent={Math.round(sent * 100)} />}
      </DialogForm>
    </Dialog>
  );
}
