import { getTravelDocument, type getCalendarFile } from '@fareline/contracts';
import { fetchFile, getServerMessage, ResponseError } from '@fareline/contracts/client';
import { Button, toast } from '@fareline/ui-theme';
import FileDown from 'lucide-react/icons/file-down';
import { useState, type ReactNode } from 'react';
import { saveFile } from './save-file.ts';

const describeFailure = (failure: unknown): string =>
  failure instanceof ResponseError && failure.status === 401
    ? 'Sign in, or open your trip with a code by “Find your trip”, and download it there.'
    : (getServerMessage(failure) ?? 'Please check your connection and try again.');

interface FileButtonProps {
  endpoint: typeof getCalendarFile | typeof getTravelDocument;
  /** Id of the booking. */
  id: string;
  children: ReactNode;
}

/** Downloads a file of a booking, or says why it cannot and what to do. (TRIP-02) */
export function FileButton({ endpoint, id, children }: FileButtonProps) {
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      saveFile(await fetchFile(endpoint, { params: { id } }));
    } catch (failure) {
      toast({ title: 'Not downloaded', description: describeFailure(failure), variant: 'destructive' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button variant="secondary" loading={isLoading} onClick={() => void download()}>
      {children}
    </Button>
  );
}

interface DocumentButtonProps {
  /** Id of the booking. */
  id: string;
}

/** Downloads the travel document of a booking with its receipt. (DOC-03, TRIP-02) */
export const DocumentButton = ({ id }: DocumentButtonProps) => (
  <FileButton endpoint={getTravelDocument} id={id}>
    <FileDown size={18} />
    Download PDF
  </FileButton>
);
