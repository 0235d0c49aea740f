-- Whoever registers agrees to terms, so the house can word them like its other texts, and a player keeps the version agreed to.

alter table house_text_change drop constraint house_text_change_name_is_known;
alter table house_text_change add constraint house_text_change_name_is_known check (name in ('about', 'licence', 'terms'));
