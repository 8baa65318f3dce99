import { getCalendarFile, getTravelDocument } from '@fareline/contracts';
import { fetchFile, getServerMessage, ResponseError } from '@fareline/contracts/client';
import { Button, toast } from '@fareline/ui-theme';
import CalendarIcon from 'lucide-react/icons/calendar';
import FileDown from 'lucide-react/icons/file-down';
import { useState, type ReactNode } from 'react';
import { saveFile } from './save-file.ts';

const describeFailure = (failure: unknown): string =>
  failure instanceof ResponseError && failure.status === 401
    ? 'Sign in, or open your trip with a code by “Find your trip”, and download it there.'
    : (getServerMessage(failure) ?? 'Please check your connection and try again.');

interface FileButtonProps {
  endpoint: typeof getCalendarFile | typeof getTravelDocument;
  variant?: 'primary' | 'secondary';
  /** Id of the booking. */
  id: string;
  children: ReactNode;
}

/** Downloads a file of a booking, or says why it cannot and what to do. (TRIP-02) */
function FileButton({ endpoint, variant = 'secondary', id, children }: FileButtonProps) {
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
    <Button variant={variant} loading={isLoading} onClick={() => void download()}>
      {children}
    </Button>
  );
}

/** Downloads the travel document of a booking with its receipt. (DOC-03, TRIP-02) */
export const DocumentButton = ({ id }: Pick<FileButtonProps, 'id'>) => (
  <FileButton endpoint={getTravelDocument} id={id}>
    <FileDown size={18} />
    Download PDF
  </FileButton>
);

/** Downloads the flights of a booking for a calendar. (DOC-04, TRIP-02) */
export const CalendarButton = (props: Pick<FileButtonProps, 'id' | 'variant'>) => (
  <FileButton endpoint={getCalendarFile} {...props}>
    <CalendarIcon size={18} />
    Add to calendar
  </FileButton>
);
