-- A reviewer can give a case back before their time is over: it stays under review, in nobody's hands, until a colleague takes it.

alter table certification drop constraint certification_under_review_by_somebody;
