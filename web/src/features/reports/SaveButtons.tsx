/** Saves a report as the server makes it: CSV, or a workbook. The audit trail says who did. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, saveFile, toast } from '../../ui';
import { type Asked, filePath, type ReportCompany } from './reports';

type SaveButtonsProps = {
  company: ReportCompany;
  asked: Pick<Asked, 'name' | 'filter'>;
  part: 'summary' | 'people';
};

const formats = ['csv', 'xlsx'] as const;

const labels = {
  summary: { csv: 'reports.save.summary.csv', xlsx: 'reports.save.summary.xlsx' },
  people: { csv: 'reports.save.people.csv', xlsx: 'reports.save.people.xlsx' },
} as const;

export function SaveButtons({ company, asked, part }: SaveButtonsProps) {
  const { t, language } = useText();
  const api = useApi();
  const [saving, setSaving] = useState<string | null>(null);

  async function save(format: (typeof formats)[number]): Promise<void> {
    setSaving(format);
    try {
      const { name, blob } = await api.fetchFile(filePath(company.id, asked, part, format, language));
      await saveFile(blob, name);
    } catch (error) {
      if (!(error instanceof ApiError && error.isTold)) toast(errorText(t, error), { tone: 'error' });
    } finally {
      setSaving(null);
    }
  }

  return (
    <div className="flex flex-wrap gap-2.5">
      {formats.map((format) => (
        <Button
          key={format}
          variant="secondary"
          pending={saving === format}
          onPress={() => void save(format)}
          icon={<Download aria-hidden className="size-4.5" />}
          aria-label={t(labels[part][format])}
        >
          {t(`reports.save.${format}`)}
        </Button>
      ))}
    </div>
  );
}
