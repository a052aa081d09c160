import { uploadLeads } from '@crm/contracts/leads/upload.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureText, isSentAgain } from '../../api/errors.ts';
import { refresh } from '../../api/read.ts';
import { submitOnce } from '../../api/submitOnce.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { offerDetail } from '../../offers/queries.ts';
import { toast } from '../../ui/toast.tsx';
import { useIsMounted } from '../../ui/useIsMounted.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { leadUploadTexts } from '../texts/upload.tsx';
import { type Mapping, mappingOf } from './ColumnMap.tsx';
import { askUpload, type Outcome, sendFile, uploadOutcome } from './calls.ts';
import { whyNotSent } from './fileText.ts';
import { sharesIn, terms, type UploadState, uploadState } from './state.ts';

/** A longer call is shown with its progress. */
const WAIT_SECONDS = 1.5;

/** One upload from choosing a file to its result. The URL holds everything except an unsent file. */
export function useUpload() {
  const queryClient = useQueryClient();
  const { _id: user } = useCurrentUser();
  const [address, setAddress] = useUrlState(uploadState);
  // Local state, because typing is faster than URL updates; the URL follows and is the initial state after a
  // reload.
  const [form, setForm] = useState<Form>(() => formIn(address));
  const state = { ...address, ...form };
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [changes, setChanges] = useState<Mapping>({});
  const [sent, setSent] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  const isMounted = useIsMounted();

  const shown = useQuery({ ...uploadOutcome(state.batch), enabled: state.batch !== '' });
  const outcome = state.batch === '' ? null : (shown.data ?? null);
  const preview = outcome?.kind === 'preview' ? outcome : null;
  const offer = useQuery({ ...offerDetail(state.offer), enabled: state.offer !== '' }).data?.data.offer;
  const shares = sharesIn(state.users);
  const mapping = mappingOf(preview?.columns ?? [], changes);
  const body = {
    offer: { offerId: state.offer, useOfferPrice: state.price === 'offer' },
    users: [...shares],
    ...(state.dates !== '' && { dateOrder: state.dates }),
    mapping,
    wait: WAIT_SECONDS,
  };

  function show(next: Outcome, checked: string) {
    const batch = next.kind === 'running' ? next.batch._id : next.batchId;
    queryClient.setQueryData(uploadOutcome(batch).queryKey, next);
    setAddress({ ...form, batch, checked });
  }

  function setState(patch: Partial<Form>) {
    const next = { ...form, ...patch };
    setForm(next);
    setAddress(next, { replace: true });
  }

  /** Another file may have its dates in another order. */
  function forgetDates(how?: { replace: true }) {
    setForm({ ...form, dates: '' });
    setAddress({ dates: '', batch: '', checked: '' }, how);
  }

  /** Checks or starts the upload of a file that the server has. */
  function ask(isCheck: boolean) {
    const input = { ...body, ...inPlaceOf(preview) };
    return submitOnce({ user, call: uploadLeads, input: { isCheck, ...input } }, (idempotencyKey) =>
      askUpload(input, { preview: isCheck, idempotencyKey }),
    );
  }

  const check = useMutation({
    mutationFn: async () => {
      if (!file) return ask(true);
      stop.current = new AbortController();
      setSent(0);
      return sendFile({ user, file, body, onProgress: setSent, signal: stop.current.signal });
    },
    onSuccess: (next) => {
      show(next, terms(state));
      setChanges({});
      setFile(null);
    },
    onSettled: () => setSent(null),
  });

  const start = useMutation({
    mutationFn: () => ask(false),
    retry: (failures, error) => failures < 2 && isSentAgain(error),
    onSuccess: (next) => {
      show(next, '');
      void refresh(queryClient, ['leads', 'batches']);
    },
    onError: (error) => {
      // The page shows it while it is open.
      if (!isMounted.current) toast.error(failureText(error, leadUploadTexts.failed));
    },
  });

  return {
    state,
    setState,
    /** The chosen offer; undefined until it is read, and when it has been deactivated or deleted. */
    offer: offer?.isActive ? offer : undefined,
    shares,
    file,
    fileError,
    choose(next: File) {
      const why = whyNotSent(next);
      setFileError(why);
      check.reset();
      start.reset();
      if (why !== null) return;
      setFile(next);
      setChanges({});
      forgetDates({ replace: true });
    },
    changes,
    setChanges,
    /** The sent share of the file, from 0 to 1; null while none is being sent. */
    sent,
    stopSending: () => stop.current.abort(new DOMException('Stopped', 'AbortError')),
    check,
    start,
    /** Of the last step: an error of the one before it is over. */
    failure: (check.submittedAt > start.submittedAt ? check : start).error,
    shown,
    outcome,
    preview,
    /** The preview belongs to other terms or other columns than the current ones. */
    outdated: preview !== null && (terms(state) !== state.checked || Object.keys(changes).length > 0),
    /** Discards the shown file to choose another one. */
    another() {
      check.reset();
      start.reset();
      setFile(null);
      setFileError(null);
      setChanges({});
      forgetDates();
    },
  };
}

/** The user's choices on the page. */
type Form = Pick<UploadState, 'offer' | 'price' | 'dates' | 'users'>;
const formIn = ({ offer, price, dates, users }: UploadState): Form => ({ offer, price, dates, users });

/** The stored file of an earlier call. */
const inPlaceOf = (preview: { fileId: string } | null) => (preview ? { fileId: preview.fileId } : {});
