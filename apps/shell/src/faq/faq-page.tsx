import {
  Button,
  EmptyState,
  Field,
  Input,
  Tabs,
  TabsContent,
  TabsList,
  TabsTrigger,
  useAnnounce,
  useBrand,
  VisuallyHidden,
} from '@fareline/ui-theme';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { SiteLink } from '../navigation/site-link.tsx';
import { CallBanner } from '../info/call-banner.tsx';
import { InfoPage } from '../info/info-page.tsx';
import { QuestionList } from './question-list.tsx';
import { categories, type Category } from './questions.ts';
import { searchQuestions } from './search-questions.ts';

function Results({ query, results, onClear }: { query: string; results: Category[]; onClear: () => void }) {
  const count = results.reduce((sum, { questions }) => sum + questions.length, 0);
  useAnnounce(count === 1 ? '1 answer found' : `${count} answers found`);
  if (count === 0) {
    return (
      <EmptyState
        title={`Nothing found for “${query}”`}
        text="Try another word, or ask us."
        action={
          <Button variant="secondary" onClick={onClear}>
            Show all questions
          </Button>
        }
      />
    );
  }
  return (
    <div className="grid gap-10">
      {results.map(({ id, label, questions }) => (
        <section key={id} aria-labelledby={`results-${id}`}>
          <h2 className="mb-1 text-title" id={`results-${id}`}>
            {label}
          </h2>
          <QuestionList questions={questions} />
        </section>
      ))}
    </div>
  );
}

function QuestionTabs() {
  return (
    <Tabs defaultValue={categories[0]!.id}>
      <TabsList aria-label="Topics">
        {categories.map(({ id, label }) => (
          <TabsTrigger key={id} value={id}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {categories.map(({ id, label, questions }) => (
        <TabsContent key={id} value={id}>
          <h2>
            <VisuallyHidden>{label}</VisuallyHidden>
          </h2>
          <QuestionList questions={questions} />
        </TabsContent>
      ))}
    </Tabs>
  );
}

/** (FAQ-01 to FAQ-06) */
export default function FaqPage() {
  const { contact } = useBrand();
  const [input, setInput] = useState('');
  const [query, setQuery] = useState('');
  const results = searchQuestions(query);
  const clear = () => {
    setInput('');
    setQuery('');
  };
  return (
    <InfoPage
      path="/faq"
      title="Questions and answers"
      lead="Short answers to what people ask most. Search them, or pick a topic."
    >
      <form
        className="mb-8 grid max-w-160 grid-cols-[1fr_auto] gap-2"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(input);
        }}
      >
        <Field label="Search the answers" hideLabel>
          <Input
            type="search"
            placeholder="Refund, passport, seats"
            value={input}
            onChange={(event) => setInput(event.target.value)}
          />
        </Field>
        <Button type="submit">
          <Search size={18} /> Search
        </Button>
      </form>
      {/* The topics open by script only. Browsers with script never show it. (CARE-06) */}
      <noscript>
        {categories.map(({ id, label, questions }) => (
          <section key={id}>
            <h2 className="text-title">{label}</h2>
            {questions.map(({ question, answer }) => (
              <section key={question}>
                <h3>{question}</h3>
                {answer}
              </section>
            ))}
          </section>
        ))}
      </noscript>
      {results ? <Results query={query.trim()} results={results} onClear={clear} /> : <QuestionTabs />}
      <CallBanner title="Still have a question?" link={<SiteLink to="/contact">Contact us</SiteLink>}>
        Write to us{contact.phone && ', or talk to somebody now'}.
      </CallBanner>
    </InfoPage>
  );
}
