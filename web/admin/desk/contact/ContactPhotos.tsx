import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ContactPhoto } from '../../../../bff/view-models/callcenter.ts';
import { saveFile } from '../../../device/received-file.ts';
import { CONTACT_PANEL } from '../../../texts/admin-desk.ts';
import { PHOTOS } from '../../../texts/photos.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Spinner } from '../../../ui/LoadingScreen.tsx';
import { LoadProblem } from '../../layout/Loading.tsx';
import { photoQuery, photosQuery } from './contact-query.ts';
import './photos.css';

/** The customer's photos, loaded when their section opens: each costs CRM calls. */
export function ContactPhotos({ contactId }: { contactId: string }) {
  const { data: photos, error, refetch } = useQuery(photosQuery(contactId));
  return (
    <div className="contact-photos">
      {!photos && !error && (
        <div role="status">
          <Spinner />
          <span className="unseen">{CONTACT_PANEL.photosLoading}</span>
        </div>
      )}
      {error && <LoadProblem error={error} what={CONTACT_PANEL.photosFailed} onRetry={() => void refetch()} />}
      {photos?.length === 0 && (
        <p className="small" role="status">
          {CONTACT_PANEL.noPhotos}
        </p>
      )}
      {photos && photos.length > 0 && (
        <ul className="stack">
          {photos.map((photo) => (
            <li key={photo.id}>
              <ContactPhotoView contactId={contactId} photo={photo} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface PhotoProps {
  contactId: string;
  photo: ContactPhoto;
}

/** Shows a picture, enlarged on click. Formats that not every browser can show are downloaded instead. */
function ContactPhotoView(props: PhotoProps) {
  const isPicture = props.photo.kind !== 'heic' && props.photo.kind !== 'pdf';
  return isPicture ? <Picture {...props} /> : <Download {...props} />;
}

function Picture({ contactId, photo }: PhotoProps) {
  const { data: file, error, refetch } = useQuery(photoQuery(contactId, photo.id));
  const url = useObjectUrl(file?.content);
  const [isLarge, setLarge] = useState(false);
  const title = titleOf(photo);
  if (error) {
    return <LoadProblem error={error} what={CONTACT_PANEL.photoFailed(title)} onRetry={() => void refetch()} />;
  }
  if (!file || !url) return <Spinner />;
  // The file has the name of a picture, but not the content.
  if (!file.content.type.startsWith('image/')) return <Download contactId={contactId} photo={photo} />;
  return (
    <>
      <button
        type="button"
        className="contact-photo stack gap-1"
        aria-label={CONTACT_PANEL.enlarge(title)}
        onClick={() => setLarge(true)}
      >
        <img src={url} alt="" />
        <span className="small">{title}</span>
      </button>
      {isLarge && (
        <Dialog title={title} onClose={() => setLarge(false)}>
          <img className="contact-photo-large" src={url} alt={title} />
        </Dialog>
      )}
    </>
  );
}

function Download({ contactId, photo }: PhotoProps) {
  const { refetch } = useQuery({ ...photoQuery(contactId, photo.id), enabled: false });
  const download = useMutation({
    mutationFn: async () => (await refetch({ throwOnError: true })).data,
    onSuccess: (file) => file && saveFile(file),
  });
  return (
    <>
      <Button variant="quiet" busy={download.isPending} onClick={() => download.mutate()}>
        {CONTACT_PANEL.download(`${titleOf(photo)} (${photo.kind})`)}
      </Button>
      {download.error && (
        <LoadProblem
          error={download.error}
          what={CONTACT_PANEL.photoFailed(titleOf(photo))}
          onRetry={() => download.mutate()}
        />
      )}
    </>
  );
}

/** The name of the requested photo, or the file name of any other file. */
function titleOf({ name }: ContactPhoto): string {
  const asked = Object.entries(PHOTOS.slots).find(([slot]) => name.startsWith(`${slot}_`));
  if (asked) return asked[1].title;
  return name.startsWith('foto_') ? CONTACT_PANEL.otherPhoto : name;
}

function useObjectUrl(content: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url;
}
