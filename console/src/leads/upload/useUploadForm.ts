import { useState } from 'react';
import { useUrlState } from '../../url/useUrlState.ts';
import { type UploadState, uploadState } from './state.ts';

/** The user's choices on the page. */
type Form = Pick<UploadState, 'offer' | 'price' | 'dates' | 'users'>;

/** The user's choices, and the shown check or upload. The URL holds both. */
export function useUploadForm() {
  const [address, setAddress] = useUrlState(uploadState);
  // Local state, because typing is faster than URL updates; the URL follows and is the initial state after a
  // reload.
  const [form, setForm] = useState<Form>(() => formIn(address));
  return {
    state: { ...address, ...form },
    setState(patch: Partial<Form>) {
      const next = { ...form, ...patch };
      setForm(next);
      setAddress(next, { replace: true });
    },
    /** @param checked the terms of the check that is shown; empty for an upload */
    showBatch: (batch: string, checked: string) => setAddress({ ...form, batch, checked }),
    /** Forgets what belongs to one file: its check or upload, and the order of its dates. */
    forgetFile(how?: { replace: true }) {
      setForm({ ...form, dates: '' });
      setAddress({ dates: '', batch: '', checked: '' }, how);
    },
  };
}

const formIn = ({ offer, price, dates, users }: UploadState): Form => ({ offer, price, dates, users });
